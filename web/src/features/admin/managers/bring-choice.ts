import type { ItemValues, Offer, Offers, Site, StoredSite } from "../../../api/types";
import { randomKey } from "../../../lib/random-key";
import { readPath, writePath } from "../values/at-path";

/** An offer, and the key its block is made with: the same again is the same block. */
export type Row = Offer & { key: string };

export type Found = Omit<Offers, "offers"> & { rows: readonly Row[] };

export const foundIn = ({ offers, ...page }: Offers): Found => ({
  ...page,
  rows: offers.map((offer) => ({ ...offer, key: randomKey() })),
});

export const isBlock = (row: Row): row is Row & { block: ItemValues } => row.block !== undefined;

/** Social links fill what is still empty; everything else about the profile is for the owner to say. */
const isWanted = ({ issue, there, block, field = "", current }: Row) =>
  !issue && !there && (block !== undefined || (field.startsWith("socialLinks.") && !current));

/** The keys of what is ticked from the beginning: what is fine and new, as far as there is room. */
export function wantedOf({ rows, room }: Found): ReadonlySet<string> {
  const wanted = rows.filter(isWanted);
  const fitting = new Set(wanted.filter(isBlock).slice(0, room));
  return new Set(wanted.filter((row) => !isBlock(row) || fitting.has(row)).map(({ key }) => key));
}

/** Whether there is more than the page takes. */
export const isCrowded = ({ rows, room }: Found) => rows.filter((row) => isBlock(row) && !row.there).length > room;

/** What of the site the chosen fields change. A link that was left out is shown again. */
export function siteWith(rows: readonly Row[], stored: StoredSite): Partial<Site> {
  return rows.reduce<Partial<Site>>((site, { field = "", value = "" }) => {
    const shown = `show.${field.split(".").at(-1)}`;
    const next = writePath(site, field, value);
    return readPath(stored.site, shown) === "no" ? writePath(next, shown, "yes") : next;
  }, {});
}
