import type { Lang } from "../../../lib/lang";
import type { Texts } from "../values/texts";
import type { Input } from "./draft";

/** The code of the script in which a language is written, such as Gujr. */
const scriptOf = (lang: Lang) => new Intl.Locale(lang).maximize().script ?? "";

/** The number of letters of a script in a text. Markup does not count. */
const lettersIn = (script: string, text: string) =>
  text.replace(/<[^>]*>/g, "").match(new RegExp(`\\p{Script=${script}}`, "gu"))?.length ?? 0;

/**
 * The language in whose script a text of another language is mostly written. Latin letters do not tell: names and
 * brands are written with them in every language.
 */
function meantFor(text: string, lang: Lang, offered: readonly Lang[]): Lang | undefined {
  const own = lettersIn(scriptOf(lang), text);
  return offered.find((other) => {
    const script = scriptOf(other);
    return script !== "Latn" && script !== scriptOf(lang) && lettersIn(script, text) > own;
  });
}

/** Texts that stand under one language but are written in the script of another, `to`. */
export type Misplaced = { to: Lang; keys: string[] };

/** The misplaced texts of a language, if they can be moved without replacing others. `offered`: the owner's first. */
export function misplacedIn(
  inputs: readonly Input[],
  draft: Texts,
  lang: Lang,
  offered: readonly Lang[],
): Misplaced | undefined {
  const found = inputs.flatMap(({ key, localized }) => {
    const to = localized ? meantFor(draft[lang][key] ?? "", lang, offered) : undefined;
    return to && !draft[to][key]?.trim() ? [{ to, key }] : [];
  });
  const [first] = found;
  return first && { to: first.to, keys: found.filter(({ to }) => to === first.to).map(({ key }) => key) };
}

/** The draft after the move. The language they leave gets back the texts it had before, unless these are misplaced too. */
export function moved(draft: Texts, before: Texts, lang: Lang, { to, keys }: Misplaced): Texts {
  const after = { ...draft, [lang]: { ...draft[lang] }, [to]: { ...draft[to] } };
  for (const key of keys) {
    const was = before[lang][key] ?? "";
    after[to][key] = draft[lang][key] ?? "";
    after[lang][key] = meantFor(was, lang, [to]) ? "" : was;
  }
  return after;
}
