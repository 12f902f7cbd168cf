import { collections } from "../../../api/collections.gen";
import { fields } from "../../../api/fields.gen";
import type { Revision } from "../../../api/types";
import type { Rule } from "../values/validate";

/** The rule of a changed field; undefined for a removed field and for the published flag. */
export function ruleOf(subject: Revision["subject"], field: string): Rule | undefined {
  const rules: Record<string, Rule> = subject === "site" ? fields : collections[subject].fields;
  return rules[field];
}
