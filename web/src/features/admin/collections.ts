import { Briefcase, LayoutGrid, LayoutList, MessageCircleQuestion, Newspaper } from "lucide-react";
import { collections } from "../../api/collections.gen";
import type { CollectionKey, ItemValues } from "../../api/types";
import type { TranslationKey } from "../../i18n/words";
import { blogPath, homePath, portfolioPath, servicesPath } from "../../paths";
import type { IconType } from "../../ui/icon-well";
import type { Shelf } from "./screens";
import type { ItemKind, Rule } from "./values/validate";

type FieldOf<Key extends CollectionKey> = keyof (typeof collections)[Key]["fields"] & string;

export type ItemField = { [Key in CollectionKey]: FieldOf<Key> }[CollectionKey];

/** The price and unit of a new item can also be pasted, as a list. */
export type Quick = { picture: ItemField; price: ItemField; unit: ItemField; sentence: ItemField; icon: ItemField };

export type Manager = {
  collection: CollectionKey;
  icon: IconType;
  /** The group of the Page tab that lists it. */
  shelf: Shelf;
  /** Fields that the list shows beside the title. On a phone only `side` is shown. */
  columns: readonly ItemField[];
  /** The field under the title, at every width. */
  under?: ItemField;
  /** The column that a phone shows, at the end of the row. */
  side?: ItemField;
  /** The field by which the list is grouped. Moving an item below another heading changes it. */
  grouped?: ItemField;
  /** The inputs that a new item begins with once the trade has a sentence and an icon for it; the others are folded. */
  quick?: Quick;
  /** The public page that lists all items. */
  listedAt?: string;
  /** The public page of one item, if there is one. */
  shownAt?: (id: string) => string;
  /** Rarely used fields, collapsed at the end of the form. */
  rest?: readonly ItemField[];
  /** The field that defaults to the signed-in owner's name. */
  signedBy?: ItemField;
  /** Blocks can be imported from exported pages of other products. */
  brings?: true;
};

/** Restricts an entry to the fields of its own list. */
type ManagerOf<Key extends CollectionKey> = Manager & { collection: Key; columns: readonly FieldOf<Key>[] };

/** One entry per list manager. Fields and rules come from the server's table; translation keys derive from the key. */
export const managers = {
  blocks: {
    collection: "blocks",
    shelf: "home",
    icon: LayoutList,
    columns: [],
    shownAt: () => homePath,
    brings: true,
    rest: ["description", "icon", "image", "poster", "accent", "from", "until", "languages"],
  },
  blog: {
    collection: "posts",
    shelf: "lists",
    icon: Newspaper,
    columns: ["author"],
    under: "date",
    listedAt: blogPath,
    shownAt: (id) => `${blogPath}/${id}`,
    signedBy: "author",
    rest: ["excerpt", "address", "searchTitle", "searchDescription"],
  },
  portfolio: {
    collection: "portfolio",
    shelf: "lists",
    icon: LayoutGrid,
    columns: ["date"],
    under: "category",
    listedAt: portfolioPath,
    shownAt: (id) => `${portfolioPath}/${id}`,
  },
  faq: {
    collection: "faq",
    shelf: "lists",
    icon: MessageCircleQuestion,
    columns: ["answer"],
  },
  services: {
    collection: "services",
    shelf: "lists",
    icon: Briefcase,
    columns: ["price", "description"],
    under: "unit",
    side: "price",
    grouped: "group",
    quick: { picture: "image", price: "price", unit: "unit", sentence: "description", icon: "icon" },
    listedAt: servicesPath,
    shownAt: (id) => `${servicesPath}/${id}`,
    rest: ["address"],
  },
} as const satisfies Record<string, { [Key in CollectionKey]: ManagerOf<Key> }[CollectionKey]>;

export type ManagerKey = keyof typeof managers;

export const managerKeys = Object.keys(managers) as ManagerKey[];

export const collectionKeys = Object.keys(collections) as CollectionKey[];

/** Managers whose items have a public page. */
export type ShownManagerKey = {
  [Name in ManagerKey]: (typeof managers)[Name] extends { shownAt: unknown } ? Name : never;
}[ManagerKey];

export const managerOf = Object.fromEntries(managerKeys.map((name) => [managers[name].collection, name])) as Record<
  CollectionKey,
  ManagerKey
>;

type Blocks = (typeof collections)["blocks"];
type BuiltInKind = Blocks["builtIn"][number];

/** A kind of block that an owner can add. */
export type AddedKind = Exclude<Blocks["fields"]["kind"]["options"][number], BuiltInKind>;

/** The properties of a list in the server's table. */
type Traits = {
  ordered: boolean;
  /** Items can be unpublished. */
  drafts: boolean;
  /** An item is shown in a language only once it is fully translated, instead of falling back text by text. */
  whole: boolean;
  /** The field that holds an item's title. */
  title: ItemField;
  /** The field with the publication day; empty: items are public at once. */
  scheduled: ItemField | "";
  /** The field with the hour of that day. */
  hour: ItemField | "";
  /** The field with the kind of an item; empty: there is one kind. */
  kind: ItemField | "";
  /** Kinds that come with the site. They can be hidden, but neither added nor deleted. */
  builtIn: readonly string[];
};

export const traitsOf = (collection: CollectionKey): Traits => collections[collection];

/** Whether items are drafts that get published, instead of being shown and hidden. */
export const isWritingOf = (collection: CollectionKey): boolean => {
  const { drafts, kind } = traitsOf(collection);
  return drafts && !kind && traitsOf(collection).scheduled !== "";
};

export type ItemRule = Rule & {
  kind: ItemKind;
  localized: boolean;
  default: string;
  /** The kinds of item that have this field; without it, all kinds. */
  for?: readonly string[];
  /** The kinds for which the field is required. */
  needed?: readonly string[];
  /** Cannot be changed after creation. */
  fixed?: true;
  /** Derived from the other texts if a language has none. */
  made?: true;
};

/** The fields of a collection, or of one kind of its items, in the order of the form. */
export function rulesOf(collection: CollectionKey, kind?: string): [ItemField, ItemRule][] {
  const all = Object.entries(collections[collection].fields) as [ItemField, ItemRule][];
  if (kind === undefined) return all;
  return all
    .filter(([, rule]) => !rule.for || rule.for.includes(kind))
    .map(([field, rule]) => [field, rule.needed?.includes(kind) ? { ...rule, required: true } : rule]);
}

/** The kind of an item with these values. */
export function kindIn(collection: CollectionKey, values: ItemValues): string {
  const kind = values[traitsOf(collection).kind];
  return typeof kind === "string" ? kind : "";
}

/** The kinds of item that an owner can add. */
export function kindsToAdd(collection: CollectionKey): string[] {
  const { kind, builtIn } = traitsOf(collection);
  return kind ? (ruleOf(collection, kind).options ?? []).filter((option) => !builtIn.includes(option)) : [];
}

/** Texts that count as missing until they are translated. Tags are optional. */
export const mustBeTranslated = ({ localized, required, kind, for: kinds }: ItemRule) =>
  localized && (required || kind === "html" || kinds !== undefined);

export function ruleOf(collection: CollectionKey, field: ItemField): ItemRule {
  const rules: Partial<Record<ItemField, ItemRule>> = collections[collection].fields;
  const rule = rules[field];
  if (!rule) throw new Error(`${collection} has no ${field}`);
  return rule;
}

type Deed = "title" | "summary" | "add" | "edit" | "empty" | "created" | "updated" | "deleted" | "restored";
type FieldWords = { [Key in CollectionKey]: `item.${Key}.${FieldOf<Key>}` }[CollectionKey];
type Words =
  | `manager.${ManagerKey}.${Deed}`
  | FieldWords
  | `block.kind.${BuiltInKind}`
  | `block.kind.${AddedKind}${"" | ".hint"}`;

/** Compiles only if nothing is missing. The compiler error names the missing keys. */
type Complete<Missing extends string> = [Missing] extends [never] ? true : { missing: Missing };
const complete = true;
complete satisfies Complete<Exclude<Words, TranslationKey>>;
complete satisfies Complete<Exclude<CollectionKey, (typeof managers)[ManagerKey]["collection"]>>;
