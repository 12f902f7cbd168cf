import type { Site } from "../../../api/types";
import type { Rule } from "../values/validate";

export type Values = Readonly<Record<string, string>>;

/**
 * Inputs in the place of one field's text. `shown` is the site as its readers see it, for what is offered while nothing
 * is stored.
 */
export type Codec = {
  inputs: Readonly<Record<string, Rule>>;
  split: (text: string, shown: Site) => Values;
  join: (values: Values) => string;
};
