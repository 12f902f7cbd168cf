import { expect, test } from "vitest";
import type { Site } from "../../../api/types";
import { changeOf, clash, differing, sent, shownText, type Texts, withTexts } from "./texts";

const texts = (en: string, hi = "", gu = ""): Texts => ({
  en: { tagline: en },
  hi: { tagline: hi },
  gu: { tagline: gu },
});
const words = { "default.tagline": "डिजिटल मार्केटिंग सेवाएँ" };
const keys = ["tagline"] as const;

test.each([
  ["their own text first", texts("Base text", "अपना पाठ"), "अपना पाठ"],
  ["else the base text", texts("Base text"), "Base text"],
  ["a text left at its default in their language", texts("Digital Marketing Solutions"), words["default.tagline"]],
  ["the default where there is nothing", texts("  "), words["default.tagline"]],
])("readers see %s", (_, text, shown) => {
  expect(shownText(text, "tagline", "hi", words)).toBe(shown);
});

test("C3 only what differs from the base is sent, and all of it when nothing does", () => {
  const base = texts("One text", "एक पाठ");
  const typed = texts("One text", "दूसरा पाठ");
  expect(changeOf(sent(typed, base, keys), typed, 3)).toEqual({
    revision: 3,
    translations: { hi: { tagline: "दूसरा पाठ" } },
  });
  expect(changeOf(sent(base, base, keys), base, 3)).toEqual({
    revision: 3,
    site: { tagline: "One text" },
    translations: { hi: { tagline: "एक पाठ" }, gu: { tagline: "" } },
  });
});

test("E5 a size is sent as the number it is", () => {
  const sized: Texts = { en: { qrSize: "250" }, hi: {}, gu: {} };
  expect(changeOf(sent(sized, sized, ["qrSize"]), sized, 3).site).toEqual({ qrCodeSettings: { size: 250 } });
});

test("two saves clash only where both wrote, and not when they wrote the same", () => {
  const base = texts("Base", "आधार");
  const typed = texts("Mine", "आधार");
  const mine = differing(typed, base, keys);
  expect(clash(mine, typed, base, texts("Base", "उनका"))).toBe(false);
  expect(clash(mine, typed, base, texts("Theirs", "आधार"))).toBe(true);
  expect(clash(mine, typed, base, texts("Mine", "आधार"))).toBe(false);
});

test("E6 a link that is not stored is previewed as the server shows it", () => {
  const shown = { socialLinks: { whatsapp: "https://wa.me/919825012345" } } as Site;
  const none: Texts = { en: { whatsapp: "" }, hi: {}, gu: {} };
  expect(withTexts(shown, none, ["whatsapp"], "en", {})).toEqual(shown);
});
