import { Briefcase, LayoutGrid, Newspaper } from "lucide-react";
import { collections } from "../../api/collections.gen";
import type { CollectionKey } from "../../api/types";
import type { TranslationKey } from "../../i18n/words";
import { blogPath } from "../../paths";
import type { IconType } from "../../ui/icon-well";
import type { ItemKind, Rule } from "./values/validate";

export type ItemField = { [Key in CollectionKey]: keyof (typeof collections)[Key]["fields"] & string }[CollectionKey];

export type Manager = {
  collection: CollectionKey;
  icon: IconType;
  /** What the list tells of an item beside its title. */
  columns: readonly ItemField[];
  /** Where readers find an item. */
  shownAt: (id: string) => string;
  /** Readers see it in their language once all of it is written in that, not text by text. */
  whole?: true;
  /** Takes the signed-in owner's name when it is new and left empty. */
  signedBy?: ItemField;
};

/** One entry per list manager; fields and rules come from the server's table, words follow the key. */
export const managers = {
  blog: {
    collection: "posts",
    icon: Newspaper,
    columns: ["author", "date"],
    shownAt: (id) => `${blogPath}/${id}`,
    whole: true,
    signedBy: "author",
  },
  portfolio: {
    collection: "portfolio",
    icon: LayoutGrid,
    columns: ["category", "date"],
    shownAt: () => "/portfolio",
  },
  services: {
    collection: "services",
    icon: Briefcase,
    columns: ["description"],
    shownAt: () => "/services",
  },
} as const satisfies Record<string, Manager>;

export type ManagerKey = keyof typeof managers;

export const managerKeys = Object.keys(managers) as ManagerKey[];

export const managerOf = Object.fromEntries(managerKeys.map((name) => [managers[name].collection, name])) as Record<
  CollectionKey,
  ManagerKey
>;

export type ItemRule = Rule & { kind: ItemKind; localized: boolean; default: string };

/** The fields of a collection in the order its form shows them. */
export function rulesOf(collection: CollectionKey): [ItemField, ItemRule][] {
  return Object.entries(collections[collection].fields) as [ItemField, ItemRule][];
}

/** What must be written in a language for its readers not to meet another one; a list of tags may stay as it is. */
export const mustBeTranslated = ({ localized, required, kind }: ItemRule) => localized && (required || kind === "html");

export function ruleOf(collection: CollectionKey, field: ItemField): ItemRule {
  const rules: Partial<Record<ItemField, ItemRule>> = collections[collection].fields;
  const rule = rules[field];
  if (!rule) throw new Error(`${collection} has no ${field}`);
  return rule;
}

type Deed = "title" | "summary" | "add" | "edit" | "empty" | "created" | "updated" | "deleted" | "restored";
type FieldWords = {
  [Key in CollectionKey]: `item.${Key}.${keyof (typeof collections)[Key]["fields"] & string}`;
}[CollectionKey];
type Words = `manager.${ManagerKey}.${Deed}` | FieldWords;

/** Compiles only when nothing is missing; the compiler's complaint names what is. */
type Complete<Missing extends string> = [Missing] extends [never] ? true : { missing: Missing };
const complete = true;
complete satisfies Complete<Exclude<Words, TranslationKey>>;
complete satisfies Complete<Exclude<CollectionKey, (typeof managers)[ManagerKey]["collection"]>>;
