import { afterEach, expect, test, vi } from "vitest";
import { wishedLanguage } from "./wished-language";

const html = document.documentElement;

afterEach(() => {
  localStorage.clear();
  html.lang = "";
  delete html.dataset.others;
  vi.restoreAllMocks();
});

test.each([
  ["en", "hi gu", ["gu-IN", "en-IN"], "", "gu"],
  ["en", "hi gu", ["mr-IN", "hi-IN", "en"], "", "hi"],
  ["en", "hi gu", ["en-IN", "gu-IN"], "", undefined],
  ["en", "hi gu", ["fr"], "", undefined],
  ["en", "hi gu", ["guz", "hil"], "", undefined],
  ["gu", "en hi", ["en-US"], "", "en"],
  ["gu", "en hi", ["en-US"], "gu", undefined],
  ["gu", "en hi", ["en-US"], "fr", "en"],
  ["gu", undefined, ["en-US"], "", undefined],
])("a page in %s with %s for a browser with %j and stored %j offers %s", (lang, others, wishes, stored, want) => {
  html.lang = lang;
  if (others) html.dataset.others = others;
  if (stored) localStorage.setItem("language", stored);
  vi.spyOn(navigator, "languages", "get").mockReturnValue(wishes);
  expect(wishedLanguage()).toBe(want);
});
