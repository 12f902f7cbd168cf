import { expect, test } from "vitest";
import cases from "../../../../../internal/domain/profile/testdata/languages.json";
import type { FieldKey } from "../../../api/types";
import { langs, parseLang } from "../../../lib/lang";
import { changeOf, differing, noTexts, places, shownText, type Texts } from "./texts";

const texts = (en: string, hi = "", gu = ""): Texts => ({
  ...noTexts(),
  en: { tagline: en },
  hi: { tagline: hi },
  gu: { tagline: gu },
});
const words = { "default.tagline": "डिजिटल मार्केटिंग सेवाएँ" };
const keys = ["tagline"] as const;

test.each([
  ["the text in their language first", texts("Base text", "अपना पाठ"), "अपना पाठ"],
  ["otherwise the base text", texts("Base text"), "Base text"],
  ["an unchanged default in their language", texts("Digital Marketing Solutions"), words["default.tagline"]],
  ["the default if there is no text", texts("  "), words["default.tagline"]],
])("readers see %s", (_, text, shown) => {
  expect(shownText(text, "tagline", "hi", words)).toBe(shown);
});

test("texts that differ from the stored ones become a change of the site", () => {
  const base = texts("One text", "एक पाठ");
  const typed = texts("Another text", "दूसरा पाठ");
  expect(changeOf(differing(places(keys), typed, base), typed, 3)).toEqual({
    revision: 3,
    site: { tagline: "Another text" },
    translations: { hi: { tagline: "दूसरा पाठ" } },
  });
});

test("E5 a size is sent as a number", () => {
  const sized: Texts = { ...noTexts(), en: { qrSize: "250" } };
  expect(changeOf(places(["qrSize"]), sized, 3).site).toEqual({ qrCodeSettings: { size: 250 } });
});

// The Go tests run the same cases.
test.each(cases)("$name", ({ field, primary, base, hi, gu, shown }) => {
  const said: Texts = { ...noTexts(), en: { [field]: base }, hi: { [field]: hi }, gu: { [field]: gu } };
  for (const lang of langs) {
    const want = (shown as Record<string, string | undefined>)[lang];
    if (want !== undefined) expect(shownText(said, field as FieldKey, lang, {}, parseLang(primary)), lang).toBe(want);
  }
});
