import { fields } from "../../../api/fields.gen";
import type { FieldKey, Issue, Site } from "../../../api/types";
import type { Words } from "../../../i18n/words";
import { baseLang, type Lang, langs } from "../../../lib/lang";
import type { Codec, Values } from "../codecs/codec";
import { places, shownText, type Texts } from "../values/texts";
import { type Rule, validate } from "../values/validate";

/** Which fields a form edits, and which of them stand on it as several inputs. */
export type Plan = { fields: readonly FieldKey[]; codec?: Partial<Record<FieldKey, Codec>> };

/** What is typed: by language, then by input. */
export type Draft = Record<Lang, Record<string, string>>;

export type DraftIssue = Issue & { lang: Lang };

export type Input = { key: string; field: FieldKey; rule: Rule; localized: boolean };

export function inputsOf({ fields: keys, codec = {} }: Plan): Input[] {
  return keys.flatMap((field) => {
    const rules: Readonly<Record<string, Rule>> = codec[field]?.inputs ?? { [field]: fields[field] };
    return Object.entries(rules).map(([key, rule]) => ({ key, field, rule, localized: fields[field].localized }));
  });
}

/** A field's text as it stands on the form. */
function spread({ codec = {} }: Plan, key: FieldKey, text: string, shown: Site): Values {
  return codec[key]?.split(text, shown) ?? { [key]: text };
}

export function draftOf(plan: Plan, texts: Texts, shown: Site): Draft {
  const draft: Draft = { en: {}, hi: {}, gu: {} };
  for (const { key, lang } of places(plan.fields)) {
    Object.assign(draft[lang], spread(plan, key, texts[lang][key] ?? "", shown));
  }
  return draft;
}

/** What the fields would say; one whose inputs nobody touched says what it said, to the letter. */
export function typedTexts(plan: Plan, draft: Draft, base: Texts, shown: Site): Texts {
  const texts: Texts = { en: {}, hi: {}, gu: {} };
  for (const { key, lang } of places(plan.fields)) {
    const was = base[lang][key] ?? "";
    const untouched = Object.entries(spread(plan, key, was, shown)).every(([name, part]) => draft[lang][name] === part);
    texts[lang][key] = untouched ? was : (plan.codec?.[key]?.join(draft[lang]) ?? draft[lang][key] ?? "");
  }
  return texts;
}

/** What is typed on top of a newer base: what was touched stays, the rest follows. */
export function rebased(typed: Draft, before: Draft, after: Draft): Draft {
  const over = (lang: Lang) =>
    Object.fromEntries(
      Object.entries(after[lang]).map(([key, newer]) => {
        const mine = typed[lang][key];
        return [key, mine === undefined || mine === before[lang][key] ? newer : mine];
      }),
    );
  return { en: over("en"), hi: over("hi"), gu: over("gu") };
}

export function sameDraft(one: Draft, other: Draft): boolean {
  return langs.every((lang) => Object.keys(other[lang]).every((key) => one[lang][key] === other[lang][key]));
}

/** A translation may be left out, but not half of it. */
function ruleIn(lang: Lang, { rule, field }: Input, inputs: readonly Input[], typed: Values): Rule {
  if (lang === baseLang) return rule;
  const begun = inputs.some((other) => other.field === field && typed[other.key]?.trim());
  return begun ? rule : { ...rule, required: false };
}

export function issuesOf(plan: Plan, draft: Draft): DraftIssue[] {
  const inputs = inputsOf(plan);
  const issues = langs.flatMap((lang) =>
    inputs
      .filter(({ localized }) => localized || lang === baseLang)
      .flatMap((input) => {
        const { issue } = validate(ruleIn(lang, input, inputs, draft[lang]), draft[lang][input.key] ?? "");
        return issue ? [{ ...issue, field: input.key, lang }] : [];
      }),
  );
  return issues.length > 0 ? issues : joinedIssues(plan, inputs, draft);
}

/** Inputs that are each fine can together be too much for their field; the last one is told. */
function joinedIssues({ fields: keys, codec = {} }: Plan, inputs: readonly Input[], draft: Draft): DraftIssue[] {
  return places(keys).flatMap(({ key, lang }) => {
    const { issue } = validate({ ...fields[key], required: false }, codec[key]?.join(draft[lang]) ?? "");
    const last = inputs.findLast(({ field }) => field === key);
    return issue && last ? [{ ...issue, field: last.key, lang }] : [];
  });
}

/** What stands in grey on the form where nothing is written in a language. */
export function fallbackOf(plan: Plan, texts: Texts, lang: Lang, words: Words, shown: Site): Values {
  const parts = plan.fields.map((key) => spread(plan, key, shownText(texts, key, lang, words), shown));
  return Object.assign({}, ...parts) as Values;
}
