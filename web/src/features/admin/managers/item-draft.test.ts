import { expect, test } from "vitest";
import cases from "../../../../../internal/domain/content/testdata/languages.json";
import type { CollectionKey } from "../../../api/types";
import { type Lang, langs, parseLang } from "../../../lib/lang";
import { type ItemField, type Manager, managerOf, managers, ruleOf, traitsOf } from "../collections";
import { clashes, issuesOf, rebased, sent } from "../draft/draft";
import { today } from "../values/days";
import { byLang, noTexts, type Texts } from "../values/texts";
import {
  baseOf,
  changesFrom,
  creationOf,
  formOf,
  isWritten,
  missingIn,
  newBase,
  published,
  shownLang,
  shownTexts,
} from "./item-draft";

const item = {
  id: "a",
  revision: 3,
  updatedAt: "2026-01-01T00:00:00Z",
  published: true,
  values: { title: "Title", content: "<p>Text</p>", author: "Admin", categories: ["SEO", "Ads"], date: "2025-03-18" },
  translations: { gu: { title: "શીર્ષક" } },
};
const posts = formOf("posts");
const base = baseOf("posts", item).texts;

const typed = (draft: Texts, texts: Partial<Texts>): Texts => byLang((lang) => ({ ...draft[lang], ...texts[lang] }));

test("M5 a new post has today's date and the signed-in owner as author; the rest is empty", () => {
  const { en } = newBase(managers.blog, "Loom").texts;
  const { title, content, author, categories, date, published, ...rest } = en;
  expect({ title, content, author, categories, date, published }).toEqual({
    title: "",
    content: "",
    author: "Loom",
    categories: "",
    date: today(),
    published: "",
  });
  expect(Object.values(rest).join("")).toBe("");
});

test("M6 a new project has a placeholder picture and the current month", () => {
  const { en } = newBase(managers.portfolio, "Loom").texts;
  expect(en).toMatchObject({ imageUrl: "/placeholder.svg", date: today().slice(0, 7), link: "" });
});

test("M4 M5 M6 M7 required fields are reported as missing in the base language only", () => {
  const missing = (manager: Manager) =>
    issuesOf(formOf(manager.collection), newBase(manager, "Loom").texts).map(
      ({ field, lang, code }) => `${lang}.${field} ${code}`,
    );
  expect(missing(managers.blog)).toEqual(["en.title required", "en.content required"]);
  expect(missing(managers.portfolio)).toEqual(["en.title required", "en.description required", "en.category required"]);
  expect(missing(managers.services)).toEqual(["en.title required", "en.description required", "en.icon required"]);
});

test.each(["<p></p>", "<p> </p>", "<p>&nbsp;</p>", "<h2></h2><p><br></p>"])("M4 %s is empty content", (content) => {
  expect(issuesOf(posts, typed(base, { en: { content } })).map(({ code }) => code)).toEqual(["required"]);
});

test("a picture alone counts as content", () => {
  expect(issuesOf(posts, typed(base, { en: { content: '<figure><img src="/a.jpg"></figure>' } }))).toEqual([]);
});

test.each([
  ["date", "2025-02-30"],
  ["date", "yesterday"],
  ["title", "x".repeat(201)],
  ["categories", `fine, ${"x".repeat(61)}`],
])("a %s of %s is refused before it is sent", (field, text) => {
  expect(issuesOf(posts, typed(base, { en: { [field]: text } })).map((issue) => issue.field)).toEqual([field]);
});

test("M5 M7 only changed fields are sent: tags as a list, a cleared translation as empty", () => {
  const draft = typed(base, { en: { categories: " SEO ,, Reels" }, hi: { title: "शीर्षक" }, gu: { title: "" } });
  expect(changesFrom("posts", base, draft)).toEqual({
    values: { categories: ["SEO", "Reels"] },
    translations: { hi: { title: "शीर्षक" }, gu: { title: "" } },
  });
  expect(changesFrom("posts", base, typed(base, { en: { [published]: "" } }))).toEqual({ published: false });
  expect(changesFrom("posts", base, typed(base, { en: { categories: "SEO,Ads," } }))).toEqual({});
});

test("M9 a new item is sent with all typed values", () => {
  expect(creationOf("posts", base)).toEqual({
    values: item.values,
    translations: { gu: { title: "શીર્ષક" } },
    published: true,
  });
});

test("the published flag is merged like any other field", () => {
  const hidden = typed(base, { en: { [published]: "" } });
  const theirs = typed(base, { en: { title: "Theirs" } });
  expect(clashes(sent(posts, hidden, base), hidden, base, theirs)).toEqual([]);
  expect(changesFrom("posts", theirs, rebased(posts, hidden, base, theirs))).toEqual({ published: false });
});

test("a rebase on somebody else's save keeps edited fields and updates the others", () => {
  const mine = typed(base, { en: { title: "Mine" } });
  const theirs = typed(base, { en: { title: "Theirs", author: "Somebody" } });
  const next = rebased(posts, mine, base, theirs);
  expect(next.en).toMatchObject({ title: "Mine", author: "Somebody" });
  expect(changesFrom("posts", theirs, next)).toEqual({ values: { title: "Mine" } });
});

test("an article is shown in a language once title and content are translated; categories may be untranslated", () => {
  expect(isWritten(managers.blog, base, "gu")).toBe(false);
  expect(shownTexts(managers.blog, base, "gu").title).toBe("Title");
  const texts = typed(base, { gu: { content: "<p>લખાણ</p>" } });
  expect(isWritten(managers.blog, texts, "gu")).toBe(true);
  expect(shownTexts(managers.blog, texts, "gu")).toMatchObject({ title: "શીર્ષક", categories: "SEO, Ads" });
});

test("an article begun in another language is shown in it until there is an English version", () => {
  const blank = newBase(managers.blog, "Admin").texts;
  const texts = typed(blank, { gu: { title: "શીર્ષક" } });
  expect(shownLang(managers.blog, texts, "gu")).toBe("gu");
  expect(shownTexts(managers.blog, texts, "gu")).toMatchObject({ title: "શીર્ષક", author: "Admin" });
  expect(shownLang(managers.blog, typed(texts, { en: { content: "<p>Text</p>" } }), "gu")).toBe("en");
});

test("a service falls back field by field and counts as translated when all its texts are", () => {
  const texts: Texts = {
    ...noTexts(),
    en: { title: "Ads", description: "We run ads", icon: "Search", features: "" },
    hi: { title: "विज्ञापन" },
    gu: { title: "જાહેરાત", description: "અમે જાહેરાત કરીએ" },
  };
  expect(shownTexts(managers.services, texts, "hi")).toMatchObject({ title: "विज्ञापन", description: "We run ads" });
  expect(isWritten(managers.services, texts, "hi")).toBe(false);
  expect(isWritten(managers.services, texts, "gu")).toBe(true);
});

// The Go tests run the same cases.
test.each(cases)("$name", ({ list, primary: chosen, texts: given, shown, missing, ...rest }) => {
  const collection = list as CollectionKey;
  const manager: Manager = managers[managerOf[collection]];
  const primary = parseLang(chosen);
  const texts = typed(newBase(manager, "").texts, given);
  // A case names the languages that it is about.
  const named = langs.filter((lang): lang is keyof typeof shown => lang in shown);
  expect(missingIn(manager, texts, primary).filter((lang) => lang in shown)).toEqual(missing);
  expect(
    issuesOf(formOf(collection), texts, primary).filter(
      ({ field }) => ruleOf(collection, field as ItemField).localized,
    ),
  ).toEqual([]);
  for (const lang of named) {
    expect(shownTexts(manager, texts, lang, primary)).toMatchObject(shown[lang]);
    if ("in" in rest && traitsOf(collection).whole)
      expect(shownLang(manager, texts, lang, primary)).toBe(rest.in?.[lang]);
  }
});

test("a text in any language is enough; if there is none, the owner's language is required", () => {
  const blank = typed(newBase(managers.services, "").texts, { en: { icon: "Star" } });
  const written: Partial<Texts>[] = [
    { en: { title: "Repairs", description: "All" } },
    { hi: { title: "मरम्मत", description: "सब" } },
    { gu: { title: "સમારકામ", description: "બધું" } },
    { hi: { title: "मरम्मत" }, gu: { description: "બધું" } },
  ];
  const asked = (texts: Texts, primary: Lang) =>
    issuesOf(formOf("services"), texts, primary).map(({ lang, field, code }) => `${lang}.${field} ${code}`);
  for (const primary of langs) {
    for (const texts of written) expect(asked(typed(blank, texts), primary)).toEqual([]);
    expect(asked(blank, primary)).toEqual([`${primary}.title required`, `${primary}.description required`]);
  }
});
