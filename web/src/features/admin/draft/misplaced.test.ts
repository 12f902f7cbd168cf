import { expect, test } from "vitest";
import { noTexts } from "../values/texts";
import type { Input } from "./draft";
import { misplacedIn, moved } from "./misplaced";

const inputs = ["title", "text"].map((key) => ({ key, field: key, localized: true }) as Input);
const draftWith = (lang: "en" | "hi" | "gu", title: string, text = "") => {
  const draft = noTexts();
  draft[lang] = { title, text };
  return draft;
};

test.each([
  ["Gujarati under English", "en", "તાજી બ્રેડ", "gu"],
  ["Hindi under English", "en", "ताज़ी ब्रेड", "hi"],
  ["Hindi under Gujarati", "gu", "ताज़ी ब्रेड", "hi"],
  ["Gujarati markup under English", "en", "<p><strong>તાજી</strong> બ્રેડ</p>", "gu"],
] as const)("%s is found", (_, lang, text, to) => {
  expect(misplacedIn(inputs, draftWith(lang, text), lang, ["en", "hi", "gu"])).toEqual({ to, keys: ["title"] });
});

test.each([
  ["English under Gujarati, because names are written so", "gu", "Surya Bakery"],
  ["Gujarati under Gujarati", "gu", "તાજી બ્રેડ"],
  ["one Gujarati word in an English sentence", "en", "We make fresh ઢોકળા every morning"],
] as const)("%s stays", (_, lang, text) => {
  expect(misplacedIn(inputs, draftWith(lang, text), lang, ["en", "hi", "gu"])).toBeUndefined();
});

test("a text is not offered to a language that the site does not have", () => {
  expect(misplacedIn(inputs, draftWith("en", "તાજી બ્રેડ"), "en", ["en", "hi"])).toBeUndefined();
});

test("Devanagari is offered to the owner's own language", () => {
  expect(misplacedIn(inputs, draftWith("en", "ताजी भाकरी"), "en", ["mr", "en", "hi"])?.to).toBe("mr");
});

test("a text that would replace another stays", () => {
  const draft = draftWith("en", "તાજી બ્રેડ");
  draft.gu = { title: "બ્રેડ" };
  expect(misplacedIn(inputs, draft, "en", ["en", "gu"])).toBeUndefined();
});

test("a moved text is replaced by the earlier text in the field that it leaves", () => {
  const draft = draftWith("en", "તાજી બ્રેડ", "સવારે");
  const before = draftWith("en", "Fresh bread", "સવારે");
  const after = moved(draft, before, "en", { to: "gu", keys: ["title", "text"] });
  expect(after.gu).toEqual({ title: "તાજી બ્રેડ", text: "સવારે" });
  expect(after.en).toEqual({ title: "Fresh bread", text: "" });
});
