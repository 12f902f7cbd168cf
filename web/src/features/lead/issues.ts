import type { Issue } from "../../api/types";
import type { Translate } from "../../i18n/words";
import type { FormField, LeadField } from "./inputs";

function codeOf({ name, value, validity }: HTMLInputElement): string | null {
  if (validity.valueMissing || (value && !value.trim())) return "required";
  return validity.typeMismatch || validity.patternMismatch ? `invalid_${name}` : null;
}

/** The browser's own validation, in the server's codes, so that the messages are ours and in the page's language. */
export function issuesOf(form: HTMLFormElement, fields: readonly FormField[]): Issue[] {
  const inputOf = ({ name }: FormField) => form.elements.namedItem(name) as HTMLInputElement;
  const either = fields.filter(({ either }) => either);
  const unreachable = either.length > 0 && either.every((field) => !inputOf(field).value.trim());
  return fields.flatMap((field) => {
    const code = unreachable && field === either[0] ? "unreachable" : codeOf(inputOf(field));
    return code ? [{ field: field.name, code }] : [];
  });
}

export function issueText(t: Translate, { field, code, want = "" }: Issue): string {
  const label = t(`lead.${field as LeadField}`);
  return t.first([`lead.issue.${code}`, "lead.issue.invalid"], { field: label, want });
}
