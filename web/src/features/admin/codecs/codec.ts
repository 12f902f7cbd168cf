import type { Site } from "../../../api/types";
import type { Rule } from "../values/validate";

export type Values = Readonly<Record<string, string>>;

/**
 * Replaces the single input of a field by several. `shown` is the site as visitors see it, for suggestions while
 * nothing is stored.
 */
export type Codec = {
  inputs: Readonly<Record<string, Rule>>;
  split: (text: string, shown: Site) => Values;
  join: (values: Values) => string;
};
