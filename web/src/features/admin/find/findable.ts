import { House } from "lucide-react";
import type { Translate } from "../../../i18n/words";
import { dashboardPath, editPath, ownPath } from "../../../paths";
import type { IconType } from "../../../ui/icon-well";
import { managerKeys, managers, rulesOf } from "../collections";
import { pageKeys, pageOf, screenKeys, screens } from "../screens";

/** A word under which a screen is found; `field` is the input that is meant, if it is one. */
type Word = { keys: readonly string[]; field?: string };

type Findable = { to: string; icon: IconType; title: Word; words: readonly Word[] };

const word = (...keys: string[]): Word => ({ keys });

/** Every screen with everything on it, from the tables that draw them. */
export const findables: readonly Findable[] = [
  { to: dashboardPath, icon: House, title: word("admin.home"), words: [word("admin.dashboard")] },
  ...pageKeys.map((key) => ({
    to: ownPath(key),
    icon: pageOf(key).icon,
    title: word(`screen.${key}.title`),
    words: [...(pageOf(key).holds ?? []).map((hold) => word(hold)), word(`screen.${key}.note`, "")],
  })),
  ...managerKeys.map((name) => ({
    to: editPath(name),
    icon: managers[name].icon,
    title: word(`manager.${name}.title`),
    words: [
      word(`manager.${name}.add`),
      ...rulesOf(managers[name].collection).map(([field]) => word(`item.${managers[name].collection}.${field}`)),
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
      words: [...inputs.map((field) => ({ keys: [`field.${field}.label`], field })), word(`screen.${key}.note`, "")],
    };
  }),
];

/** `within`: what on the screen it was found by, if not by its title. */
export type Found = { to: string; icon: IconType; title: string; within: string; field: string | undefined };

const most = 8;

/** Small letters, without what stands between words. */
const wordsOf = (text: string) =>
  text
    .normalize("NFC")
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(Boolean);

/** Each word that was typed begins a word of the text; better where the text itself begins so. */
function score(text: string, typed: readonly string[]): number {
  const words = wordsOf(text);
  if (!typed.every((part) => words.some((word) => word.startsWith(part)))) return 0;
  return words[0]?.startsWith(typed[0] ?? "") ? 2 : 1;
}

/** What is called so, in the owner's language or another one, best first. */
export function find(text: string, own: Translate, ...others: readonly Translate[]): Found[] {
  const typed = wordsOf(text);
  if (typed.length === 0) return [];
  const scoreOf = ({ keys }: Word) => Math.max(...[own, ...others].map((t) => score(t.first(keys), typed)));
  return findables
    .flatMap(({ to, icon, title, words }) => {
      const [best] = words.map((word) => ({ word, score: scoreOf(word) })).toSorted((a, b) => b.score - a.score);
      const asTitle = 2 * scoreOf(title);
      const within = best && best.score > 0 ? best : undefined;
      const total = Math.max(asTitle, within?.score ?? 0);
      if (total === 0) return [];
      const found = {
        to,
        icon,
        title: own.first(title.keys),
        within: within && within.score > asTitle - 1 ? own.first(within.word.keys) : "",
        field: within?.word.field,
      };
      return [{ total, found }];
    })
    .toSorted((a, b) => b.total - a.total)
    .slice(0, most)
    .map(({ found }) => found);
}
