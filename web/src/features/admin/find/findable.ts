import { Download, House, Link, LogOut, Plus, ScanQrCode, Share2 } from "lucide-react";
import { exportPath } from "../../../api/account";
import { exportHref } from "../../../api/inbox";
import type { Translate, TranslationKey, Words } from "../../../i18n/words";
import type { Lang } from "../../../lib/lang";
import { dashboardPath, editPath, inLang, newItemPath, ownPath } from "../../../paths";
import type { IconType } from "../../../ui/icon-well";
import { kindsToAdd, managerKeys, managers, rulesOf } from "../collections";
import { pageKeys, pageOf, screenKeys, screens } from "../screens";
import { almost, begins, type Match, wordsOf } from "../values/match";

/** A text by which a screen is found. `field` is the input that the text labels, if any. */
type Word = { text: (t: Translate) => string; field?: string };

/** The result of choosing: open a path, download a file (`proven`: after a confirmation of identity), or sign out. */
type Way = { to: string } | { file: (lang: Lang, primary: Lang) => string; proven?: true } | { deed: "signOut" };

type Findable = { key: string; way: Way; icon: IconType; title: Word; words: readonly Word[] };

const word = (key: TranslationKey): Word => ({ text: (t) => t(key) });

const nameOf = (path: string) => path.slice(path.lastIndexOf("/") + 1);

/** Every screen and its contents, derived from the tables that render them. */
export const screensToFind: readonly (Findable & { way: { to: string } })[] = [
  { to: dashboardPath, icon: House, title: word("admin.home"), words: [word("admin.dashboard")] },
  ...pageKeys.map((key) => ({
    to: ownPath(key),
    icon: pageOf(key).icon,
    title: word(`screen.${key}.title`),
    words: [
      ...(pageOf(key).holds ?? []).map((hold) => word(hold)),
      { text: (t: Translate) => t.first([`screen.${key}.note`, ""]) },
    ],
  })),
  ...managerKeys.map((name) => ({
    to: editPath(name),
    icon: managers[name].icon,
    title: word(`manager.${name}.title`),
    words: [
      word(`manager.${name}.add`),
      ...rulesOf(managers[name].collection).map(([field]) => ({
        text: (t: Translate) => t.first([`item.${managers[name].collection}.${field}`]),
      })),
      word(`manager.${name}.summary`),
    ],
  })),
  ...screenKeys.map((key) => {
    const { icon, fields, codec } = screens[key];
    const inputs = fields.flatMap((field) => Object.keys(codec?.[field]?.inputs ?? { [field]: field }));
    return {
      to: editPath(key),
      icon,
      title: word(`screen.${key}.title`),
      words: [
        ...inputs.map((field) => ({ text: (t: Translate) => t.first([`field.${field}.label`]), field })),
        { text: (t: Translate) => t.first([`screen.${key}.note`, ""]) },
      ],
    };
  }),
].map(({ to, icon, title, words }) => ({ key: nameOf(to), way: { to }, icon, title, words }));

const lists = managerKeys.filter((name) => kindsToAdd(managers[name].collection).length === 0);

/** Actions that can be started without opening their screen first. */
const deeds: readonly Findable[] = [
  {
    key: "share",
    way: { to: `${dashboardPath}?share` },
    icon: Share2,
    title: word("sharing.title"),
    words: [],
  },
  ...lists.map((name) => ({
    key: `new-${name}`,
    way: { to: newItemPath(name) },
    icon: Plus,
    title: word(`manager.${name}.add`),
    words: [],
  })),
  {
    key: "new-link",
    way: { to: newItemPath("blocks", "link") },
    icon: Link,
    title: word("find.newLink"),
    words: [],
  },
  {
    key: "new-lead",
    way: { to: `${ownPath("inbox")}?add=1` },
    icon: Plus,
    title: word("inbox.add"),
    words: [word("inbox.add.about")],
  },
  {
    key: "new-code",
    way: { to: `${ownPath("codes")}?new` },
    icon: ScanQrCode,
    title: word("codes.new"),
    words: [],
  },
  {
    key: "download-qr",
    way: { file: (lang, primary) => inLang(lang, "/qr/print.png?save", primary) },
    icon: Download,
    title: word("find.qr"),
    words: [],
  },
  {
    key: "export-leads",
    way: { file: (lang) => exportHref({ format: "csv", lang }, { status: "any" }), proven: true },
    icon: Download,
    title: word("find.exportLeads"),
    words: [],
  },
  {
    key: "export-everything",
    way: { file: () => exportPath, proven: true },
    icon: Download,
    title: word("find.exportEverything"),
    words: [],
  },
  { key: "sign-out", way: { deed: "signOut" }, icon: LogOut, title: word("admin.logout"), words: [] },
];

export const findables: readonly Findable[] = [...screensToFind, ...deeds];

/** `within`: the text on the screen that matched, if it was not the title. */
export type Found = {
  key: string;
  way: Way;
  icon: IconType;
  title: string;
  within: string;
  field: string | undefined;
};

const most = 8;

/** 0 unless every typed word matches; 2 if the first words match, 3 if the text is exactly the typed words, else 1. */
function score(text: string, typed: readonly string[], match: Match): number {
  const words = wordsOf(text);
  if (!typed.every((part) => words.some((word) => match(word, part)))) return 0;
  if (words.join() === typed.join()) return 3;
  return match(words[0] ?? "", typed[0] ?? "") ? 2 : 1;
}

/** `own`: the app's language; `others`: English; `lists`: synonyms in every language (`findable.<key>`). */
type Dictionary = { own: Translate; others?: readonly Translate[]; lists?: readonly Words[] };

type Scored = { total: number; found: Found };

function matching(typed: readonly string[], { own, others = [], lists = [] }: Dictionary, match: Match): Scored[] {
  const scoreOf = ({ text }: Word) => Math.max(...[own, ...others].map((t) => score(text(t), typed, match)));
  /** Synonyms count slightly less than titles. */
  const scoreBy = (key: string) =>
    Math.max(
      0,
      ...lists.flatMap((words) => (words[`findable.${key}`] ?? "").split(",").map((text) => score(text, typed, match))),
    );
  return findables
    .flatMap(({ key, way, icon, title, words }) => {
      const [best] = words.map((word) => ({ word, score: scoreOf(word) })).toSorted((a, b) => b.score - a.score);
      const asTitle = Math.max(2 * scoreOf(title), 1.5 * scoreBy(key));
      const within = best && best.score > 0 ? best : undefined;
      const total = Math.max(asTitle, within?.score ?? 0);
      if (total === 0) return [];
      const found = {
        key,
        way,
        icon,
        title: title.text(own),
        within: within && within.score > asTitle - 1 ? within.word.text(own) : "",
        field: within?.word.field,
      };
      return [{ total, found }];
    })
    .toSorted((a, b) => b.total - a.total);
}

/** The minimum length of a word that counts on its own. */
const telling = 3;

/** The entries that match the most words, best first. */
function partly(typed: readonly string[], words: Dictionary): Scored[] {
  const byKey = new Map<string, Scored & { count: number; best: number }>();
  for (const part of typed.filter(({ length }) => length >= telling)) {
    for (const { total, found } of matching([part], words, begins)) {
      const was = byKey.get(found.key) ?? { total: 0, count: 0, best: 0, found };
      const next = { ...was, total: was.total + total, count: was.count + 1 };
      byKey.set(found.key, total > was.best ? { ...next, best: total, found } : next);
    }
  }
  const all = Array.from(byKey.values());
  const many = Math.max(...all.map(({ count }) => count));
  return all.filter(({ count }) => count === many).toSorted((a, b) => b.total - a.total);
}

/** Exact matches, best first; if there are none, matches with typos; otherwise partial matches. */
export function find(text: string, words: Dictionary): Found[] {
  const typed = wordsOf(text);
  if (typed.length === 0) return [];
  const ways = [
    () => matching(typed, words, begins),
    () => matching(typed, words, almost),
    () => (typed.length > 1 ? partly(typed, words) : []),
  ];
  for (const way of ways) {
    const found = way();
    if (found.length > 0) return found.slice(0, most).map(({ found }) => found);
  }
  return [];
}
