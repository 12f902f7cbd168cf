import { expect, test } from "vitest";
import type { Site } from "../../../api/types";
import { addressParts } from "../codecs/address";
import type { Texts } from "../values/texts";
import { type Draft, draftOf, issuesOf, type Plan, rebased, typedTexts } from "./draft";

const tagline: Plan = { fields: ["tagline"] };
const address: Plan = { fields: ["address"], codec: { address: addressParts } };
const shown = {} as Site;

const draft = (en: string, hi = "", gu = ""): Draft => ({
  en: { tagline: en },
  hi: { tagline: hi },
  gu: { tagline: gu },
});
const addresses = (en: string, gu = ""): Texts => ({ en: { address: en }, hi: { address: "" }, gu: { address: gu } });
const ahmedabad = "C. G. Road\nAhmedabad, Gujarat 380009\nIndia";

test("a translation may be empty, the base may not", () => {
  expect(issuesOf(tagline, draft("Good text"))).toEqual([]);
  expect(issuesOf(tagline, draft("", "क"))).toEqual([
    { lang: "en", field: "tagline", code: "too_short", want: "4" },
    { lang: "hi", field: "tagline", code: "too_short", want: "4" },
  ]);
});

test("E2 an address in another language is whole or not there", () => {
  const typed = draftOf(address, addresses(ahmedabad), shown);
  expect(issuesOf(address, typed)).toEqual([]);
  typed.gu.city = "અમદાવાદ";
  expect(issuesOf(address, typed).map(({ lang, field }) => `${lang} ${field}`)).toEqual([
    "gu street",
    "gu state",
    "gu zip",
    "gu country",
  ]);
});

test("E2 parts that fit one by one and are too long together are refused", () => {
  const typed = draftOf(address, addresses(ahmedabad), shown);
  typed.en.street = "x".repeat(300);
  typed.en.city = "y".repeat(120);
  typed.en.state = "z".repeat(120);
  expect(issuesOf(address, typed)).toEqual([{ lang: "en", field: "country", code: "too_long", want: "500" }]);
});

test("what nobody touched is sent as it was, even where its parts would be put together otherwise", () => {
  const texts = addresses("C. G. Road\nAhmedabad,Gujarat   380009\nIndia");
  const typed = draftOf(address, texts, shown);
  expect(typedTexts(address, typed, texts, shown)).toEqual(texts);
  typed.en.zip = "380015";
  expect(typedTexts(address, typed, texts, shown).en.address).toBe("C. G. Road\nAhmedabad, Gujarat 380015\nIndia");
});

test("on a newer base what was touched stays and the rest follows", () => {
  const before = draft("Base", "आधार", "પાયો");
  const after = draft("Newer", "नया", "");
  expect(rebased(draft("Base", "मेरा", "પાયો"), before, after)).toEqual(draft("Newer", "मेरा", ""));
});
