import type { collections } from "../../../api/collections.gen";
import type { fields } from "../../../api/fields.gen";
import type { CollectionKey, FieldKey } from "../../../api/types";
import type { Folder } from "../../../api/upload";
import { countLetters } from "../../../lib/letters";
import { addressOf, international, isPhone, isWebUrl, latinDigits, linkOf, type Platform, videoOf } from "./address";
import { parsePrice } from "./price";
import { formatQuestions, parseQuestions } from "./questions";

type FieldsOf<Key extends CollectionKey> = (typeof collections)[Key]["fields"];

/** The kinds of values that items have. */
export type ItemKind = { [Key in CollectionKey]: FieldsOf<Key>[keyof FieldsOf<Key>] }[CollectionKey]["kind"];
export type Kind = (typeof fields)[FieldKey]["kind"] | ItemKind;

/** The purpose of a field's pictures, and how they are shown. */
export type PictureUse = {
  folder: Folder;
  /** Width divided by height; without it the owner chooses. */
  aspect?: number;
  round?: true;
  /** The URL of a picture on another site is allowed, too. */
  address?: true;
};

export type Rule = {
  kind: Kind;
  /** Only for image fields. */
  picture?: PictureUse;
  min: number;
  max: number;
  required: boolean;
  step?: number;
  /** Accepts URLs of this platform and of sites that are no known platform. */
  platform?: Platform;
  /** The only allowed values of a swatch or choice; the suggestions for a colour. */
  options?: readonly string[];
  /** Only for slots: the part of the site where the text is shown. */
  group?: string;
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
  const lines = kind === "multiline" || kind === "days" || kind === "questions";
  const tidied = (lines ? composed.replace(/\r\n/g, "\n").replace(/\s+$/gm, "") : composed).trim();
  // A text without printable characters counts as empty.
  return seenPattern.test(tidied) || hiddenPattern.test(tidied) ? tidied : "";
}

function isSitePath(text: string): boolean {
  return /^\/(?!\/)/.test(text) && !unfitForUrl.test(text) && !text.includes("..");
}

/** Whether the day exists, from 1900 on. */
function isDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text) || text < "1900") return false;
  const day = new Date(text);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

const indic = /[\u0900-\u097F\u0A80-\u0AFF]/;

/** The slug that the server makes of a text. Indic text is returned as it is: only the server transliterates it. */
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
  // The server checks each line; the input writes only lines that it accepts.
  days: (value) => ({ value }),
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
  group: (value) => (value.includes("\n") ? refuse("invalid") : { value }),
  price: (value) => (parsePrice(value) ? { value } : refuse("invalid")),
  questions: (value) => {
    const questions = parseQuestions(value);
    return questions ? { value: formatQuestions(questions) } : refuse("invalid");
  },
};

/**
 * The value as the server will store it, or the issue with which it will refuse it. Repeats the server's rules to save
 * the round trip.
 */
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

/** The target of a value: an address to open, a number to dial. */
const leads: Partial<Record<Kind, (value: string) => string>> = {
  url: (value) => value,
  link: (value) => value,
  video: (value) => value,
  slug: (value) => value,
  phone: (value) => (value.startsWith("+") ? value : `+${international(value)}`),
};

/** The stored form of a typed text, for kinds that accept several spellings. */
export function meantBy(rule: Rule, typed: string): string {
  return (leads[rule.kind] && validate(rule, typed).value) ?? typed;
}

/** The target of a typed text once it is saved, if the text does not already show it. */
export function leadsTo(rule: Rule, typed: string): string | undefined {
  const { value } = leads[rule.kind] ? validate(rule, typed) : {};
  const there = value && leads[rule.kind]?.(value);
  return there === typed.trim() ? undefined : there;
}
