import type { fields } from "./fields.gen";
import type { components } from "./schema.gen";

type Schemas = components["schemas"];

export type Boot = Schemas["Boot"];
export type Shell = Boot["shell"];
export type Home = NonNullable<Boot["home"]>;
export type Issue = Schemas["Issue"];
export type Problem = Schemas["Problem"];
export type User = Schemas["User"];
export type Session = Schemas["Session"];
export type Site = Schemas["Site"];
export type StoredSite = Schemas["StoredSite"];
export type FieldKey = keyof typeof fields;
