import type { Lead } from "../../api/leads";
import type { Issue } from "../../api/types";
import type { Translate } from "../../i18n/words";
import { formFields, type LeadField } from "./inputs";

function codeOf({ name, value, validity }: HTMLInputElement): string | null {
  if (validity.valueMissing || (value && !value.trim())) return "required";
  return validity.typeMismatch || validity.patternMismatch ? `invalid_${name}` : null;
}

/** The browser's own validation, in the server's codes, so that the messages are ours and in the page's language. */
export function issuesOf(form: HTMLFormElement, kind: Lead["kind"]): Issue[] {
  return formFields[kind].flatMap(({ name }) => {
    const code = codeOf(form.elements.namedItem(name) as HTMLInputElement);
    return code ? [{ field: name, code }] : [];
  });
}

export function issueText(t: Translate, { field, code, want = "" }: Issue): string {
  const label = t(`lead.${field as LeadField}`);
  return t.first([`lead.issue.${code}`, "lead.issue.invalid"], { field: label, want });
}
