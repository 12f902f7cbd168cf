import { expect, test } from "vitest";
import type { Draft } from "./draft";
import { changeOf, issuesOf, shownText } from "./draft";

const draft = (en: string, hi = "", gu = ""): Draft => ({
  en: { tagline: en },
  hi: { tagline: hi },
  gu: { tagline: gu },
});
const words = { "default.tagline": "डिजिटल मार्केटिंग सेवाएँ" };

test.each([
  ["their own text first", draft("Base text", "अपना पाठ"), "अपना पाठ"],
  ["else the base text", draft("Base text"), "Base text"],
  ["a text left at its default in their language", draft("Digital Marketing Solutions"), words["default.tagline"]],
  ["the default where there is nothing", draft("  "), words["default.tagline"]],
])("readers see %s", (_, text, shown) => {
  expect(shownText(text, "tagline", "hi", words)).toBe(shown);
});

test("only what differs from the base is sent, and all of it when nothing does", () => {
  const base = draft("One text", "एक पाठ");
  expect(changeOf(draft("One text", "दूसरा पाठ"), base, ["tagline"], 3)).toEqual({
    revision: 3,
    translations: { hi: { tagline: "दूसरा पाठ" } },
  });
  expect(changeOf(base, base, ["tagline"], 3)).toEqual({
    revision: 3,
    site: { tagline: "One text" },
    translations: { hi: { tagline: "एक पाठ" }, gu: { tagline: "" } },
  });
});

test("a translation may be empty, the base may not", () => {
  expect(issuesOf(draft("Good text"), ["tagline"])).toEqual([]);
  expect(issuesOf(draft("", "क"), ["tagline"])).toEqual([
    { lang: "en", field: "tagline", code: "too_short", want: "4" },
    { lang: "hi", field: "tagline", code: "too_short", want: "4" },
  ]);
});
