import type { Issue } from "../../../api/types";
import { baseLang, type Lang, langs } from "../../../lib/lang";
import type { Values } from "../codecs/codec";
import { isBlank, refusalOf } from "../values/refusal";
import { copyOf, differing, noTexts, type Place, placesOf, type Texts } from "../values/texts";
import { meantBy, type Rule, validate } from "../values/validate";

/** The inputs that replace a field's single input. */
type Parts = {
  inputs: Readonly<Record<string, Rule>>;
  split: (text: string) => Values;
  join: (typed: Values) => string;
};

/** `awaited`: the field may stay empty until the owner has a value for it, but not if nothing else is saved. */
export type Field = { key: string; rule: Rule; localized: boolean; parts?: Parts | undefined; awaited?: boolean };

/** The fields of a form. Typed texts are keyed by input, stored texts by field; most fields have one input. */
export type Form = readonly Field[];

export type Input = Omit<Field, "parts" | "awaited"> & { field: string };

/** The stored texts that a draft started from. */
export type Base = { revision: number; texts: Texts };

/** `tried` is the idempotency key of a creation whose response may have been lost. */
export type Edit = { base: Base; draft: Texts; tried?: string };

export type DraftIssue = Omit<Issue, "lang"> & { lang: Lang };

/** Somebody else's text in a place where the owner typed another one. */
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

/** The form without the demand for values that may come later. */
export const lenient = (form: Form): Form =>
  form.map((field) => (field.awaited ? { ...field, rule: { ...field.rule, required: false } } : field));

/** The field texts of a draft. A field with untouched inputs keeps its stored text verbatim. */
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

/** Moves a draft to a newer base: edited inputs stay, the others take the new values. */
export function rebased(form: Form, typed: Texts, before: Texts, after: Texts): Texts {
  const draft = copyOf(after);
  for (const { key, lang } of differing(placesOf(inputsOf(form)), typed, before)) {
    const mine = typed[lang][key];
    if (mine !== undefined) draft[lang][key] = mine;
  }
  return draft;
}

/** What a save sends: the places that differ from the base, or all places if none does. */
export function sent(form: Form, typed: Texts, base: Texts): Place[] {
  const changed = differing(placesOf(form), typed, base);
  return changed.length > 0 ? changed : placesOf(form);
}

/** Conflicts: places where somebody else's text differs from both the base and the typed text. */
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
    // A text may be missing in a language, but must not be incomplete. In the owner's language it may be missing only if
    // another language has it.
    const must = !localized || (lang === primary && !langs.some(isBegun));
    const asked = must || isBegun(lang);
    const issue = refusalOf(asked ? rule : { ...rule, required: false }, draft[lang][key] ?? "");
    return issue ? [{ ...issue, field: key, lang }] : [];
  });
  return issues.length > 0 ? issues : joinedIssues(form, inputs, draft);
}

/** Inputs that are valid individually can be too long together; the last input then shows the issue. */
function joinedIssues(form: Form, inputs: readonly Input[], draft: Texts): DraftIssue[] {
  return placesOf(form).flatMap(({ key, lang, rule, parts }) => {
    const { issue } = validate({ ...rule, required: false }, parts?.join(draft[lang]) ?? "");
    const last = inputs.findLast(({ field }) => field === key);
    return issue && last ? [{ ...issue, field: last.key, lang }] : [];
  });
}
