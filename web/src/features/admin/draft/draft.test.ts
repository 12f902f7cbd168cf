import { expect, test } from "vitest";
import cases from "../../../../../internal/domain/profile/testdata/languages.json";
import { fields } from "../../../api/fields.gen";
import type { FieldKey } from "../../../api/types";
import { langs, parseLang } from "../../../lib/lang";
import { addressParts } from "../codecs/address";
import { byLang, noTexts, type Texts } from "../values/texts";
import { clashes, draftOf, type Form, issuesOf, rebased, sent, typedTexts } from "./draft";

const line = { kind: "text", min: 4, max: 160, required: true } as const;
const tagline: Form = [{ key: "tagline", rule: line, localized: true }];
const address: Form = [
  {
    key: "address",
    rule: { kind: "multiline", min: 0, max: 500, required: true },
    localized: true,
    parts: addressParts,
  },
];
const tags: Form = [{ key: "tags", rule: { kind: "tags", min: 0, max: 60, required: false }, localized: false }];

const draft = (en: string, hi = "", gu = ""): Texts => ({
  ...byLang(() => ({ tagline: "" })),
  en: { tagline: en },
  hi: { tagline: hi },
  gu: { tagline: gu },
});
const addresses = (en: string, gu = ""): Texts => ({
  ...byLang(() => ({ address: "" })),
  en: { address: en },
  gu: { address: gu },
});
const tagged = (tags: string): Texts => ({ ...noTexts(), en: { tags } });
const ahmedabad = "C. G. Road\nAhmedabad, Gujarat 380009\nIndia";

test("a text may be empty in some languages; if it is empty in all, the owner's language is required", () => {
  expect(issuesOf(tagline, draft("Good text"))).toEqual([]);
  expect(issuesOf(tagline, draft("", "", "ઘરનું અને ગરમ"))).toEqual([]);
  expect(issuesOf(tagline, draft("", "", "ઘરનું અને ગરમ"), "hi")).toEqual([]);
  expect(issuesOf(tagline, draft(""))).toEqual([{ lang: "en", field: "tagline", code: "too_short", want: "4" }]);
  expect(issuesOf(tagline, draft(" ", "", " "), "hi")).toMatchObject([{ lang: "hi", field: "tagline" }]);
  expect(issuesOf(tagline, draft("", "क"))).toEqual([{ lang: "hi", field: "tagline", code: "too_short", want: "4" }]);
});

test("E2 an address written before a change of the primary language is not required in the new language", () => {
  const typed = draftOf(address, addresses("", ahmedabad));
  for (const primary of langs) expect(issuesOf(address, typed, primary)).toEqual([]);
  const none = draftOf(address, addresses(""));
  expect(issuesOf(address, none, "hi").map(({ lang, field }) => `${lang} ${field}`)).toEqual(
    ["street", "city", "state", "zip", "country"].map((part) => `hi ${part}`),
  );
});

// The Go tests run the same cases.
test.each(cases)("required texts: $name", ({ field, primary, base, hi, gu, ...rest }) => {
  const form: Form = [{ key: field, rule: fields[field as FieldKey], localized: true }];
  const texts: Texts = { ...noTexts(), en: { [field]: base }, hi: { [field]: hi }, gu: { [field]: gu } };
  const asked = issuesOf(form, texts, parseLang(primary)).map(({ lang }) => lang);
  expect(asked).toEqual("required" in rest ? [primary] : []);
});

test("E2 an address in another language must be complete or absent", () => {
  const typed = draftOf(address, addresses(ahmedabad));
  expect(issuesOf(address, typed)).toEqual([]);
  typed.gu.city = "અમદાવાદ";
  expect(issuesOf(address, typed).map(({ lang, field }) => `${lang} ${field}`)).toEqual([
    "gu street",
    "gu state",
    "gu zip",
    "gu country",
  ]);
});

test("E2 parts that fit individually but are too long together are refused", () => {
  const typed = draftOf(address, addresses(ahmedabad));
  typed.en.street = "x".repeat(300);
  typed.en.city = "y".repeat(120);
  typed.en.state = "z".repeat(120);
  expect(issuesOf(address, typed)).toEqual([{ lang: "en", field: "country", code: "too_long", want: "500" }]);
});

test("an untouched field is sent verbatim, even if joining its parts would change it", () => {
  const texts = addresses("C. G. Road\nAhmedabad,Gujarat   380009\nIndia");
  const typed = draftOf(address, texts);
  expect(typedTexts(address, typed, texts)).toEqual(texts);
  typed.en.zip = "380015";
  expect(typedTexts(address, typed, texts).en.address).toBe("C. G. Road\nAhmedabad, Gujarat 380015\nIndia");
});

test("a rebase keeps edited inputs and updates the others", () => {
  const before = draft("Base", "आधार", "પાયો");
  const after = draft("Newer", "नया", "");
  expect(rebased(tagline, draft("Base", "मेरा", "પાયો"), before, after)).toEqual(draft("Newer", "मेरा", ""));
});

const placesOf = (places: readonly { key: string; lang: string }[]) => places.map(({ key, lang }) => `${lang} ${key}`);

test("C3 a save sends the changed fields, or all fields if none changed", () => {
  const base = draft("One text", "एक पाठ");
  expect(placesOf(sent(tagline, draft("One text", "दूसरा पाठ"), base))).toEqual(["hi tagline"]);
  expect(placesOf(sent(tagline, base, base))).toEqual(langs.map((lang) => `${lang} tagline`));
});

test("two saves conflict only where both wrote different texts", () => {
  const base = draft("Base", "आधार");
  const typed = draft("Mine", "आधार");
  const against = (newer: Texts) => clashes(sent(tagline, typed, base), typed, base, newer);
  expect(against(draft("Base", "उनका"))).toEqual([]);
  expect(against(draft("Theirs", "आधार"))).toMatchObject([{ place: { key: "tagline", lang: "en" }, text: "Theirs" }]);
  expect(against(draft("Mine", "आधार"))).toEqual([]);
});

test("tag lists that differ only in spacing count as unchanged", () => {
  const base = tagged("SEO, Ads");
  const typed = tagged("SEO,Ads,");
  expect(rebased(tags, typed, base, tagged("Reels"))).toEqual(tagged("Reels"));
  expect(clashes(sent(tags, tagged("SEO, Print"), base), tagged("SEO, Print"), base, typed)).toEqual([]);
});
