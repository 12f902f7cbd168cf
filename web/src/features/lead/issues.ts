import type { Issue } from "../../api/types";
import type { Translate } from "../../i18n/words";
import { type FormField, type LeadField, labelOf } from "./inputs";

function codeOf({ name, value, validity }: HTMLInputElement): string | null {
  if (validity.valueMissing || (value && !value.trim())) return "required";
  return validity.typeMismatch || validity.patternMismatch ? `invalid_${name}` : null;
}

/** The browser's own validation, in the server's codes, so that the messages are ours and in the page's language. */
export function issuesOf(form: HTMLFormElement, fields: readonly FormField[], questions: readonly string[]): Issue[] {
  const inputOf = (name: string) => form.elements.namedItem(name) as HTMLInputElement;
  const either = fields.flatMap(({ name, either }) => (either ? [name] : []));
  const unreachable = either.length > 0 && either.every((name) => !inputOf(name).value.trim());
  return [...fields.map(({ name }) => name), ...questions].flatMap((field) => {
    const code = unreachable && field === either[0] ? "unreachable" : codeOf(inputOf(field));
    return code ? [{ field, code }] : [];
  });
}

export function issueText(t: Translate, { field, code, want = "" }: Issue): string {
  const label = labelOf(field) ?? t(`lead.${field as LeadField}`);
  return t.first([`lead.issue.${code}`, "lead.issue.invalid"], { field: label, want });
}
