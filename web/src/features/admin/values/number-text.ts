import type { Lang } from "../../../lib/lang";

/** A number as it is written in India: 1,23,456. */
export const numberText = (lang: Lang, n: number) => new Intl.NumberFormat(`${lang}-IN`).format(n);
