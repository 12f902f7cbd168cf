import type { Issue } from "../../../api/types";
import { baseLang, type Lang, langs } from "../../../lib/lang";
import type { Values } from "../codecs/codec";
import { isBlank, refusalOf } from "../values/refusal";
import { differing, noTexts, type Place, placesOf, type Texts } from "../values/texts";
import { meantBy, type Rule, validate } from "../values/validate";

/** The inputs in the place of one field's text. */
type Parts = {
  inputs: Readonly<Record<string, Rule>>;
  split: (text: string) => Values;
  join: (typed: Values) => string;
};

export type Field = { key: string; rule: Rule; localized: boolean; parts?: Parts | undefined };

/** The fields a form edits. What is typed stands by input, what is stored by field; most fields are one input. */
export type Form = readonly Field[];

export type Input = Omit<Field, "parts"> & { field: string };

/** What typed text was begun on. */
export type Base = { revision: number; texts: Texts };

/** `tried` is the key under which a new item was sent, perhaps without an answer. */
export type Edit = { base: Base; draft: Texts; tried?: string };

export type DraftIssue = Omit<Issue, "lang"> & { lang: Lang };

/** What somebody else wrote where something else is typed. */
export type Theirs = { place: Place; text: string };

export function inputsOf(form: Form): Input[] {
  return form.flatMap(({ key: field, rule, localized, parts }) =>
    Object.entries(parts?.inputs ?? { [field]: rule }).map(([key, rule]) => ({ key, field, rule, localized })),
  );
}

const spread = ({ key, parts }: Field, text: string): Values => parts?.split(text) ?? { [key]: text };

export function draftOf(form: Form, texts: Texts): Texts {
  const draft = noTexts();
  for (const field of placesOf(form))
    Object.assign(draft[field.lang], spread(field, texts[field.lang][field.key] ?? ""));
  return draft;
}

/** What the fields would say; one whose inputs nobody touched says what it said, to the letter. */
export function typedTexts(form: Form, draft: Texts, base: Texts): Texts {
  const texts = noTexts();
  for (const field of placesOf(form)) {
    const { key, lang, rule, parts } = field;
    const was = base[lang][key] ?? "";
    const untouched = Object.entries(spread(field, was)).every(([name, part]) => draft[lang][name] === part);
    texts[lang][key] = untouched ? was : meantBy(rule, parts?.join(draft[lang]) ?? draft[lang][key] ?? "");
  }
  return texts;
}

export const isSame = (form: Form, one: Texts, other: Texts): boolean =>
  differing(placesOf(inputsOf(form)), one, other).length === 0;

/** What is typed on top of a newer base: what was touched stays, the rest follows. */
export function rebased(form: Form, typed: Texts, before: Texts, after: Texts): Texts {
  const draft: Texts = { en: { ...after.en }, hi: { ...after.hi }, gu: { ...after.gu } };
  for (const { key, lang } of differing(placesOf(inputsOf(form)), typed, before)) {
    const mine = typed[lang][key];
    if (mine !== undefined) draft[lang][key] = mine;
  }
  return draft;
}

/** What a save sends: what differs from the base, or all of it if nothing does. */
export function sent(form: Form, typed: Texts, base: Texts): Place[] {
  const changed = differing(placesOf(form), typed, base);
  return changed.length > 0 ? changed : placesOf(form);
}

/** What somebody else gave these places: another text than the base had, and another than is typed. */
export function clashes(places: readonly Place[], typed: Texts, base: Texts, newer: Texts): Theirs[] {
  return differing(differing(places, newer, base), newer, typed).map((place) => ({
    place,
    text: newer[place.lang][place.key] ?? "",
  }));
}

export function issuesOf(form: Form, draft: Texts, primary = baseLang): DraftIssue[] {
  const inputs = inputsOf(form);
  const issues = placesOf(inputs).flatMap(({ key, field, rule, lang, localized }) => {
    const parts = inputs.filter((other) => other.field === field);
    const isBegun = (code: Lang) => parts.some((part) => !isBlank(part.rule, draft[code][part.key]));
    // A text may be left out of a language, but not half of it; if it is in none, the owner's is asked for.
    const must = !localized || (lang === primary && !langs.some(isBegun));
    const asked = must || isBegun(lang);
    const issue = refusalOf(asked ? rule : { ...rule, required: false }, draft[lang][key] ?? "");
    return issue ? [{ ...issue, field: key, lang }] : [];
  });
  return issues.length > 0 ? issues : joinedIssues(form, inputs, draft);
}

/** Inputs that are each fine can together be too much for their field; the last one is told. */
function joinedIssues(form: Form, inputs: readonly Input[], draft: Texts): DraftIssue[] {
  return placesOf(form).flatMap(({ key, lang, rule, parts }) => {
    const { issue } = validate({ ...rule, required: false }, parts?.join(draft[lang]) ?? "");
    const last = inputs.findLast(({ field }) => field === key);
    return issue && last ? [{ ...issue, field: last.key, lang }] : [];
  });
}
