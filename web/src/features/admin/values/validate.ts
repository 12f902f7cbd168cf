import type { collections } from "../../../api/collections.gen";
import type { fields } from "../../../api/fields.gen";
import type { CollectionKey, FieldKey } from "../../../api/types";
import type { Folder } from "../../../api/upload";
import { countLetters } from "../../../lib/letters";

type FieldsOf<Key extends CollectionKey> = (typeof collections)[Key]["fields"];

/** Of a value of an item. */
export type ItemKind = { [Key in CollectionKey]: FieldsOf<Key>[keyof FieldsOf<Key>] }[CollectionKey]["kind"];
export type Kind = (typeof fields)[FieldKey]["kind"] | ItemKind;

/** What a field's pictures are for, and how they are shown. */
export type PictureUse = {
  folder: Folder;
  /** Width by height it is shown with; without, the owner chooses. */
  aspect?: number;
  round?: true;
  /** The address of a picture elsewhere will do, too. */
  address?: true;
};

export type Rule = {
  kind: Kind;
  /** Of a field with pictures. */
  picture?: PictureUse;
  min: number;
  max: number;
  required: boolean;
  step?: number;
  bare?: boolean;
  options?: readonly string[];
};

export type Refusal = { code: string; want?: string };
type Verdict = { value: string; issue?: undefined } | { value?: undefined; issue: Refusal };

const refuse = (code: string, want?: number | string): Verdict => ({
  issue: want === undefined ? { code } : { code, want: String(want) },
});

const emailPattern =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_{|}~`-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/;
const phonePattern = /^\+?[0-9 ().-]+$/;
const hiddenPattern = /(?!\n)\p{Cc}|[\u2028-\u202E\u2066-\u2069]/u;
const seenPattern = /[\p{L}\p{N}\p{P}\p{S}]/u;
/** A digit after the colon is a port, not the rest of an address with a scheme. */
const schemePattern = /^[a-z][a-z0-9+.-]*:(?!\d)/i;
const iconPattern = /^[a-z][a-z0-9]*$/i;
const unfitForUrl = /[ \t\n\\<>"]/;
const bytesPerLetter = 12;

function tidy(text: string, kind: Kind): string {
  const composed = text.normalize("NFC");
  const tidied = (kind === "multiline" ? composed.replace(/\r\n/g, "\n").replace(/\s+$/gm, "") : composed).trim();
  // Of text nobody sees, nothing is left.
  return seenPattern.test(tidied) || hiddenPattern.test(tidied) ? tidied : "";
}

/** The digits of Hindi and Gujarati as 0 to 9: the last four bits of theirs count from 6. */
function latinDigits(text: string): string {
  return text.replace(/[०-९૦-૯]/g, (digit) => String((digit.charCodeAt(0) & 15) - 6));
}

function isWebUrl(text: string): boolean {
  if (unfitForUrl.test(text) || !/^https?:\/\//i.test(text) || !URL.canParse(text)) return false;
  const { hostname, username, password } = new URL(text);
  return hostname !== "" && username === "" && password === "";
}

function isSitePath(text: string): boolean {
  return /^\/(?!\/)/.test(text) && !unfitForUrl.test(text) && !text.includes("..");
}

/** A day that exists, in the years a calendar offers. */
function isDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text) || text < "1900") return false;
  const day = new Date(text);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

const kinds: Record<Kind, (value: string, rule: Rule) => Verdict> = {
  text: (value) => ({ value }),
  multiline: (value) => ({ value }),
  url: (value, { bare }) => {
    const full = bare && !schemePattern.test(value) ? `https://${value}` : value;
    return isWebUrl(full) ? { value: full } : refuse("invalid_url");
  },
  image: (value) => (isSitePath(value) || isWebUrl(value) ? { value } : refuse("invalid_url")),
  email: (value) => (emailPattern.test(value) ? { value } : refuse("invalid_email")),
  phone: (raw) => {
    const value = latinDigits(raw);
    const digits = value.replace(/\D/g, "").length;
    const least = value.startsWith("+") ? 7 : 10;
    return phonePattern.test(value) && digits >= least && digits <= 15 ? { value } : refuse("invalid_phone");
  },
  range: (value, { min, max, step = 1 }) => {
    const number = Number(value);
    const fits = /^[+-]?\d+$/.test(value) && number >= min && number <= max && number % step === 0;
    return fits ? { value: String(number) } : refuse("invalid", `${min}–${max}`);
  },
  swatch: (value, { options = [] }) => {
    const option = options.find((option) => option.toLowerCase() === value.toLowerCase());
    return option ? { value: option } : refuse("invalid");
  },
  tags: (value) => ({ value }),
  html: (value) => ({ value }),
  icon: (value) => (iconPattern.test(value) ? { value } : refuse("invalid")),
  date: (value) => (isDay(value) ? { value } : refuse("invalid")),
  month: (value) => (isDay(`${value}-01`) ? { value } : refuse("invalid")),
};

/** The value as the server will store it, or the issue with which it will refuse it: the same rules, before the journey. */
export function validate(rule: Rule, raw: string): Verdict {
  const { kind, min, max, required } = rule;
  const value = tidy(raw, kind);
  if (hiddenPattern.test(value)) return refuse("invalid");
  if (value === "") {
    if (!required) return { value };
    return min > 0 && (kind === "text" || kind === "multiline") ? refuse("too_short", min) : refuse("required");
  }
  if (kind !== "range") {
    const count = countLetters(value);
    if (count > max || new TextEncoder().encode(value).length > bytesPerLetter * max) return refuse("too_long", max);
    if (count < min) return refuse("too_short", min);
  }
  return kinds[kind](value, rule);
}
