import type { collections } from "./collections.gen";
import type { fields } from "./fields.gen";
import type { components } from "./schema.gen";

type Schemas = components["schemas"];

export type Boot = Schemas["Boot"];
export type Shell = Boot["shell"];
export type Home = NonNullable<Boot["home"]>;
export type Service = Schemas["ServiceCard"];
export type Project = Schemas["ProjectCard"];
export type Blog = NonNullable<Boot["blog"]>;
export type PostCard = Schemas["PostCard"];
export type Post = NonNullable<Boot["post"]>;
export type Download = NonNullable<Boot["download"]>;
export type OpeningHours = NonNullable<Home["openingHours"]>;
export type Issue = Schemas["Issue"];
export type Problem = Schemas["Problem"];
export type User = Schemas["User"];
export type Session = Schemas["Session"];
export type Site = Schemas["Site"];
export type StoredSite = Schemas["StoredSite"];
export type Item = Schemas["Item"];
export type ItemValues = Schemas["ItemValues"];
export type ItemChanges = Schemas["ItemChanges"];
export type Revision = Schemas["Revision"];
export type CollectionKey = keyof typeof collections;
export type FieldKey = keyof typeof fields;
