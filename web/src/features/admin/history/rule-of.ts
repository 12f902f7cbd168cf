import { collections } from "../../../api/collections.gen";
import { fields } from "../../../api/fields.gen";
import type { Revision } from "../../../api/types";
import type { Rule } from "../values/validate";

/** What sort of value a changed field holds; unknown for one that is no longer there, and for whether an item is published. */
export function ruleOf(subject: Revision["subject"], field: string): Rule | undefined {
  const rules: Record<string, Rule> = subject === "site" ? fields : collections[subject].fields;
  return rules[field];
}
