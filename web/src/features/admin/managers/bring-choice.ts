import { fields } from "../../../api/fields.gen";
import type { SiteChange } from "../../../api/queries";
import type { CollectionKey, FieldKey, ItemChanges, ItemValues, Offer, Offers, StoredSite } from "../../../api/types";
import { baseLang, type Lang } from "../../../lib/lang";
import { randomKey } from "../../../lib/random-key";
import { type ItemField, ruleOf } from "../collections";
import { readPath, writePath } from "../values/at-path";
import { primaryOf } from "../values/primary";

/** An offer with its idempotency key, so that a retry creates no second block. */
export type Row = Offer & { key: string };

export type Found = Omit<Offers, "offers"> & { rows: readonly Row[] };

export const foundIn = ({ offers, ...page }: Offers): Found => ({
  ...page,
  rows: offers.map((offer) => ({ ...offer, key: randomKey() })),
});

export const isBlock = (row: Row): row is Row & { block: ItemValues } => row.block !== undefined;

/** Empty social links are filled by default. Other profile fields are left for the owner to tick. */
const isWanted = ({ issue, there, block, field = "", current }: Row) =>
  !issue && !there && (block !== undefined || (field.startsWith("socialLinks.") && !current));

/** The keys of the rows that are ticked by default: valid and new ones, as far as there is room. */
export function wantedOf({ rows, room }: Found): ReadonlySet<string> {
  const wanted = rows.filter(isWanted);
  const fitting = new Set(wanted.filter(isBlock).slice(0, room));
  return new Set(wanted.filter((row) => !isBlock(row) || fitting.has(row)).map(({ key }) => key));
}

/** Whether there are more blocks than the page can hold. */
export const isCrowded = ({ rows, room }: Found) => rows.filter((row) => isBlock(row) && !row.there).length > room;

/** The change to the site for the chosen fields, in the owner's language. A hidden social link is shown again. */
export function siteWith(rows: readonly Row[], stored: StoredSite): Omit<SiteChange, "revision"> {
  const lang = primaryOf(stored);
  return rows.reduce<Omit<SiteChange, "revision">>((change, { field = "", value = "" }) => {
    const key = (Object.keys(fields) as FieldKey[]).find((key) => fields[key].path === field);
    if (key && fields[key].localized && lang !== baseLang)
      return writePath(change, `translations.${lang}.${key}`, value);
    const shown = `show.${field.split(".").at(-1)}`;
    const next = writePath(change, `site.${field}`, value);
    return readPath(stored.site, shown) === "no" ? writePath(next, `site.${shown}`, "yes") : next;
  }, {});
}

/** The values of a block: texts as translations into the owner's language, the rest as base values. */
export function written(collection: CollectionKey, values: ItemValues, lang: Lang): ItemChanges {
  return Object.entries(values).reduce<ItemChanges>((changes, [field, value]) => {
    const isText = lang !== baseLang && ruleOf(collection, field as ItemField).localized;
    return writePath(changes, isText ? `translations.${lang}.${field}` : `values.${field}`, value);
  }, {});
}
