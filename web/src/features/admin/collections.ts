import { Briefcase, LayoutGrid, LayoutList, Newspaper } from "lucide-react";
import { collections } from "../../api/collections.gen";
import type { CollectionKey, ItemValues } from "../../api/types";
import type { TranslationKey } from "../../i18n/words";
import { blogPath, homePath, portfolioPath, servicesPath } from "../../paths";
import type { IconType } from "../../ui/icon-well";
import type { Shelf } from "./screens";
import type { ItemKind, Rule } from "./values/validate";

type FieldOf<Key extends CollectionKey> = keyof (typeof collections)[Key]["fields"] & string;

export type ItemField = { [Key in CollectionKey]: FieldOf<Key> }[CollectionKey];

export type Manager = {
  collection: CollectionKey;
  icon: IconType;
  /** Where the Page tab shows it. */
  shelf: Shelf;
  /** What the list tells of an item beside its title. */
  columns: readonly ItemField[];
  /** Where readers find its items, all of them. */
  listedAt?: string;
  /** Where readers find an item, if they do. */
  shownAt?: (id: string) => string;
  /** What few fill in: it stands folded below the rest of a form. */
  rest?: readonly ItemField[];
  /** Takes the signed-in owner's name when it is new and left empty. */
  signedBy?: ItemField;
  /** Pages saved from other programs can be brought along. */
  brings?: true;
};

/** An entry names fields of its own list only. */
type ManagerOf<Key extends CollectionKey> = Manager & { collection: Key; columns: readonly FieldOf<Key>[] };

/** One entry per list manager; fields and rules come from the server's table, words follow the key. */
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
    columns: ["author", "date"],
    listedAt: blogPath,
    shownAt: (id) => `${blogPath}/${id}`,
    signedBy: "author",
    rest: ["excerpt", "address", "searchTitle", "searchDescription"],
  },
  portfolio: {
    collection: "portfolio",
    shelf: "lists",
    icon: LayoutGrid,
    columns: ["category", "date"],
    listedAt: portfolioPath,
    shownAt: (id) => `${portfolioPath}/${id}`,
  },
  services: {
    collection: "services",
    shelf: "lists",
    icon: Briefcase,
    columns: ["description"],
    listedAt: servicesPath,
    shownAt: () => servicesPath,
  },
} as const satisfies Record<string, { [Key in CollectionKey]: ManagerOf<Key> }[CollectionKey]>;

export type ManagerKey = keyof typeof managers;

export const managerKeys = Object.keys(managers) as ManagerKey[];

export const collectionKeys = Object.keys(collections) as CollectionKey[];

/** Those whose items readers find somewhere. */
export type ShownManagerKey = {
  [Name in ManagerKey]: (typeof managers)[Name] extends { shownAt: unknown } ? Name : never;
}[ManagerKey];

export const managerOf = Object.fromEntries(managerKeys.map((name) => [managers[name].collection, name])) as Record<
  CollectionKey,
  ManagerKey
>;

/** What the server's table says of a list. */
type Traits = {
  ordered: boolean;
  /** An item may be kept from the public. */
  drafts: boolean;
  /** Readers see it in their language once all of it is written in that, not text by text. */
  whole: boolean;
  /** The field an item is called by. */
  title: ItemField;
  /** The day from which readers find it; empty: at once. */
  scheduled: ItemField | "";
  /** The hour of that day. */
  hour: ItemField | "";
  /** The field that tells kinds of items apart; empty: there is one kind. */
  kind: ItemField | "";
  /** Kinds that come with the site: they may be hidden, but neither added nor deleted. */
  builtIn: readonly string[];
};

export const traitsOf = (collection: CollectionKey): Traits => collections[collection];

/** Whether items are written as drafts and published, and not shown and hidden. */
export const isWritingOf = (collection: CollectionKey): boolean => {
  const { drafts, kind } = traitsOf(collection);
  return drafts && !kind && traitsOf(collection).scheduled !== "";
};

export type ItemRule = Rule & {
  kind: ItemKind;
  localized: boolean;
  default: string;
  /** Kinds of item that have it; without, all. */
  for?: readonly string[];
  /** Those of them that must have it. */
  needed?: readonly string[];
  /** Chosen when the item is made. */
  fixed?: true;
  /** Made of the other texts where a language has none. */
  made?: true;
};

/** The fields of a collection, or of one kind of its items, in the order its form shows them. */
export function rulesOf(collection: CollectionKey, kind?: string): [ItemField, ItemRule][] {
  const all = Object.entries(collections[collection].fields) as [ItemField, ItemRule][];
  if (kind === undefined) return all;
  return all
    .filter(([, rule]) => !rule.for || rule.for.includes(kind))
    .map(([field, rule]) => [field, rule.needed?.includes(kind) ? { ...rule, required: true } : rule]);
}

/** What kind of item has these values. */
export function kindIn(collection: CollectionKey, values: ItemValues): string {
  const kind = values[traitsOf(collection).kind];
  return typeof kind === "string" ? kind : "";
}

/** The kinds of item that an owner can add. */
export function kindsToAdd(collection: CollectionKey): string[] {
  const { kind, builtIn } = traitsOf(collection);
  return kind ? (ruleOf(collection, kind).options ?? []).filter((option) => !builtIn.includes(option)) : [];
}

/** What must be written in a language for its readers not to meet another one; a list of tags may stay as it is. */
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
type Words = `manager.${ManagerKey}.${Deed}` | FieldWords;

/** Compiles only when nothing is missing; the compiler's complaint names what is. */
type Complete<Missing extends string> = [Missing] extends [never] ? true : { missing: Missing };
const complete = true;
complete satisfies Complete<Exclude<Words, TranslationKey>>;
complete satisfies Complete<Exclude<CollectionKey, (typeof managers)[ManagerKey]["collection"]>>;
