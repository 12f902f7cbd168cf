import type { CollectionKey, Issue, Item, ItemChanges, ItemValues } from "../../../api/types";
import { baseLang, type Lang, langs } from "../../../lib/lang";
import { type ItemField, type ItemRule, type Manager, mustBeTranslated, rulesOf } from "../collections";
import { today } from "../values/days";
import { type Refusal, validate } from "../values/validate";
import { joinTags, parseTags } from "./tags";

/** What is typed: by language, then by field, as it stands in the inputs; and whether the public may see it. */
export type ItemDraft = { texts: Texts; published: boolean };
export type Texts = Record<Lang, Partial<Record<ItemField, string>>>;

export type ItemIssue = Issue & { lang: Lang };

type Place = { field: ItemField; rule: ItemRule; lang: Lang };

function places(collection: CollectionKey): Place[] {
  return rulesOf(collection).flatMap(([field, rule]) =>
    (rule.localized ? langs : [baseLang]).map((lang) => ({ field, rule, lang })),
  );
}

/** A stored value as it stands in its input. */
export const typedText = (value: ItemValues[string] | undefined): string =>
  Array.isArray(value) ? joinTags(value) : (value ?? "");

const valuesIn = (item: Item, lang: Lang): ItemValues =>
  (lang === baseLang ? item.values : item.translations[lang]) ?? {};

export function draftOf(collection: CollectionKey, item: Item): ItemDraft {
  const texts: Texts = { en: {}, hi: {}, gu: {} };
  for (const { field, lang } of places(collection)) texts[lang][field] = typedText(valuesIn(item, lang)[field]);
  return { texts, published: item.published };
}

const defaults: Partial<Record<ItemRule["kind"], () => string>> = { date: today, month: () => today().slice(0, 7) };

/** A new item before anything is typed. */
export function newDraft({ collection, signedBy }: Manager, author: string): ItemDraft {
  const texts: Texts = { en: {}, hi: {}, gu: {} };
  for (const { field, rule, lang } of places(collection)) {
    texts[lang][field] = lang === baseLang ? rule.default || (defaults[rule.kind]?.() ?? "") : "";
  }
  if (signedBy) texts[baseLang][signedBy] = author;
  return { texts, published: true };
}

/** HTML that shows nothing is no text; the server sees it the same way. */
const isBlankHtml = (html: string) => !/<img/i.test(html) && html.replace(/<[^>]*>|&nbsp;/g, "").trim() === "";

function isBlank({ kind }: ItemRule, text = ""): boolean {
  return kind === "html" ? isBlankHtml(text) : joinTags(parseTags(text)) === "";
}

function refusalOf(rule: ItemRule, text: string): Refusal | undefined {
  if (rule.kind === "html" && isBlankHtml(text)) return validate(rule, "").issue;
  if (rule.kind !== "tags") return validate(rule, text).issue;
  const tags = parseTags(text);
  if (tags.length === 0) return validate(rule, "").issue;
  return tags.map((tag) => validate(rule, tag).issue).find(Boolean);
}

export function issuesOf(collection: CollectionKey, { texts }: ItemDraft): ItemIssue[] {
  return places(collection).flatMap(({ field, rule, lang }) => {
    const asked = lang === baseLang ? rule : { ...rule, required: false };
    const issue = refusalOf(asked, texts[lang][field] ?? "");
    return issue ? [{ ...issue, field, lang }] : [];
  });
}

/** The language that has a text where the base language was refused for having none; the one in sight comes first. */
export function lenderOf({ texts }: ItemDraft, issues: readonly ItemIssue[], lang: Lang): Lang | undefined {
  const missing = issues.filter(
    (issue) => issue.lang === baseLang && !texts[baseLang][issue.field as ItemField]?.trim(),
  );
  return [lang, ...langs].find(
    (code) => code !== baseLang && missing.some(({ field }) => texts[code][field as ItemField]?.trim()),
  );
}

/** The draft with the texts of a language where the base language has none. */
export function lent(collection: CollectionKey, draft: ItemDraft, from: Lang): ItemDraft {
  const texts: Texts = { ...draft.texts, [baseLang]: { ...draft.texts[baseLang] } };
  for (const [field, rule] of rulesOf(collection)) {
    if (rule.localized && isBlank(rule, texts[baseLang][field])) texts[baseLang][field] = texts[from][field] ?? "";
  }
  return { ...draft, texts };
}

const storedValue = ({ kind }: ItemRule, text: string) => (kind === "tags" ? parseTags(text) : text);

const sameText = (rule: ItemRule, a = "", b = "") =>
  joinTags([storedValue(rule, a)].flat()) === joinTags([storedValue(rule, b)].flat());

/** Where two drafts differ in what they would store. */
export function differences(collection: CollectionKey, a: ItemDraft, b: ItemDraft): Place[] {
  return places(collection).filter(
    ({ field, rule, lang }) => !sameText(rule, a.texts[lang][field], b.texts[lang][field]),
  );
}

export const isSame = (collection: CollectionKey, a: ItemDraft, b: ItemDraft): boolean =>
  a.published === b.published && differences(collection, a, b).length === 0;

/** What makes an item that says what the base says into one that says what the draft says. */
export function changesOf(collection: CollectionKey, draft: ItemDraft, base: ItemDraft): ItemChanges {
  const changes: ItemChanges = {};
  for (const { field, rule, lang } of differences(collection, draft, base)) {
    const value = storedValue(rule, draft.texts[lang][field] ?? "");
    if (lang === baseLang) changes.values = { ...changes.values, [field]: value };
    else
      changes.translations = { ...changes.translations, [lang]: { ...changes.translations?.[lang], [field]: value } };
  }
  if (draft.published !== base.published) changes.published = draft.published;
  return changes;
}

const blank: ItemDraft = { texts: { en: {}, hi: {}, gu: {} }, published: true };

export const creationOf = (collection: CollectionKey, draft: ItemDraft): ItemChanges => ({
  ...changesOf(collection, draft, blank),
  published: draft.published,
});

/** What is typed on top of a newer item: what was touched stays, the rest follows. */
export function rebased(collection: CollectionKey, draft: ItemDraft, base: ItemDraft, newer: ItemDraft): ItemDraft {
  const texts: Texts = { en: { ...newer.texts.en }, hi: { ...newer.texts.hi }, gu: { ...newer.texts.gu } };
  for (const { field, lang } of differences(collection, draft, base))
    texts[lang][field] = draft.texts[lang][field] ?? "";
  return { texts, published: draft.published === base.published ? newer.published : draft.published };
}

/** Whether readers of a language get the texts in it, and not those of the base language. */
export function isWritten(manager: Manager, texts: Texts, lang: Lang): boolean {
  const told = rulesOf(manager.collection).filter(
    ([field, rule]) => mustBeTranslated(rule) && texts[baseLang][field]?.trim(),
  );
  return told.length > 0 && told.every(([field]) => texts[lang][field]?.trim());
}

/** What readers of a language see: their text, else the base text. */
export function shownTexts(manager: Manager, texts: Texts, lang: Lang): Partial<Record<ItemField, string>> {
  const base = texts[baseLang];
  if (lang === baseLang || (manager.whole && !isWritten(manager, texts, lang))) return base;
  return Object.fromEntries(
    Object.entries(base).map(([field, text]) => [field, texts[lang][field as ItemField]?.trim() || text]),
  );
}

/** The language the texts shown to readers of a language are really in. */
export const shownLang = (manager: Manager, texts: Texts, lang: Lang): Lang =>
  manager.whole && !isWritten(manager, texts, lang) ? baseLang : lang;
