import type { collections } from "../../../api/collections.gen";
import type { fields } from "../../../api/fields.gen";
import type { CollectionKey, FieldKey } from "../../../api/types";
import type { Folder } from "../../../api/upload";
import { countLetters } from "../../../lib/letters";
import { addressOf, international, isPhone, isWebUrl, latinDigits, linkOf, type Platform, videoOf } from "./address";

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
  /** Whose addresses it takes, besides those of no platform. */
  platform?: Platform;
  /** Of a swatch or a choice the only ones, of a colour those that are offered. */
  options?: readonly string[];
};

export type Refusal = { code: string; want?: string };
type Verdict = { value: string; issue?: undefined } | { value?: undefined; issue: Refusal };

const refuse = (code: string, want?: number | string): Verdict => ({
  issue: want === undefined ? { code } : { code, want: String(want) },
});

const emailPattern =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_{|}~`-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)+$/;
const hiddenPattern = /(?!\n)\p{Cc}|[\u2028-\u202E\u2066-\u2069]/u;
const seenPattern = /[\p{L}\p{N}\p{P}\p{S}]/u;
const iconPattern = /^[a-z][a-z0-9]*$/i;
const colourPattern = /^#?[\da-f]{6}$/i;
const unfitForUrl = /[ \t\n\\<>"]/;
const bytesPerLetter = 12;
const momentLength = "2025-03-18T09:30".length;

function tidy(text: string, kind: Kind): string {
  const composed = text.normalize("NFC");
  const tidied = (kind === "multiline" ? composed.replace(/\r\n/g, "\n").replace(/\s+$/gm, "") : composed).trim();
  // Of text nobody sees, nothing is left.
  return seenPattern.test(tidied) || hiddenPattern.test(tidied) ? tidied : "";
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

const indic = /[\u0900-\u097F\u0A80-\u0AFF]/;

/** The last part of an address as the server makes it of a text; what it writes in Latin letters is left to it. */
function slugOf(text: string, max: number): string {
  if (indic.test(text)) return text;
  const plain = text
    .normalize("NFD")
    .replace(/[\p{Mn}'’]/gu, "")
    .toLowerCase();
  return plain
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-/, "")
    .slice(0, max)
    .replace(/-$/, "");
}

const found = (value: string | undefined): Verdict => (value ? { value } : refuse("invalid_url"));
const oneOf = (value: string, options: readonly string[]): Verdict =>
  options.includes(value) ? { value } : refuse("invalid");

const kinds: Record<Kind, (value: string, rule: Rule) => Verdict> = {
  text: (value) => ({ value }),
  multiline: (value) => ({ value }),
  url: (typed, { platform }) => {
    const { value, code } = addressOf(platform, typed);
    return code ? refuse(code) : { value };
  },
  image: (value, { picture }) =>
    isSitePath(value) || ((!picture || picture.address) && isWebUrl(value)) ? { value } : refuse("invalid_url"),
  email: (value) => (emailPattern.test(value) ? { value } : refuse("invalid_email")),
  phone: (raw) => {
    const value = latinDigits(raw);
    return isPhone(value) ? { value } : refuse("invalid_phone");
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
  order: (value, { options = [] }) => {
    const members = value.split(",");
    const isOrder = members.every((member, at) => options.includes(member) && members.indexOf(member) === at);
    return isOrder ? { value } : refuse("invalid");
  },
  colour: (value) =>
    colourPattern.test(value) ? { value: `#${value.replace("#", "").toUpperCase()}` } : refuse("invalid"),
  tags: (value, { options = [value] }) => oneOf(value, options),
  html: (value) => ({ value }),
  icon: (value) => (iconPattern.test(value) ? { value } : refuse("invalid")),
  date: (value) => (isDay(value) ? { value } : refuse("invalid")),
  month: (value) => (isDay(`${value}-01`) ? { value } : refuse("invalid")),
  moment: (value) =>
    isDay(value.slice(0, "2025-03-18".length)) &&
    /T(?:[01]\d|2[0-3]):[0-5]\d$/.test(value) &&
    value.length === momentLength
      ? { value }
      : refuse("invalid"),
  hour: (value) => (/^(?:[01]\d|2[0-3]):[0-5]\d$/.test(value) ? { value } : refuse("invalid")),
  slug: (value, { max }) => {
    const slug = slugOf(value, max);
    return slug ? { value: slug } : refuse("invalid");
  },
  choice: (value, { options = [] }) => oneOf(value, options),
  switch: (value) => oneOf(value, ["yes", "no"]),
  link: (value) => found(linkOf(value, emailPattern)),
  video: (value) => found(videoOf(value)),
  glyph: (value) => (iconPattern.test(value) ? { value } : refuse("invalid")),
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

/** Where a value leads: an address is opened, a number dialled. */
const leads: Partial<Record<Kind, (value: string) => string>> = {
  url: (value) => value,
  link: (value) => value,
  video: (value) => value,
  slug: (value) => value,
  phone: (value) => (value.startsWith("+") ? value : `+${international(value)}`),
};

/** What will be stored of what is typed, where people type it in more than one way. */
export function meantBy(rule: Rule, typed: string): string {
  return (leads[rule.kind] && validate(rule, typed).value) ?? typed;
}

/** Where what is typed will lead once it is saved, if it does not say so itself. */
export function leadsTo(rule: Rule, typed: string): string | undefined {
  const { value } = leads[rule.kind] ? validate(rule, typed) : {};
  const there = value && leads[rule.kind]?.(value);
  return there === typed.trim() ? undefined : there;
}
