import type { ReactNode } from "react";
import type { Rule } from "../values/validate";

/** What the input of every kind is given. */
export type KindInputProps = {
  /** Of the field; where an input has words of its own, they go by it. */
  name: string;
  id: string;
  rule: Rule;
  value: string;
  onChange: (value: string) => void;
  required: boolean;
  lang: string | undefined;
  placeholder: string | undefined;
  "aria-describedby": string | undefined;
  "aria-invalid": boolean;
  /** What stands in the row of an option, where options have rows. */
  beside?: ((option: string) => ReactNode) | undefined;
  /** And below it. */
  below?: ((option: string) => ReactNode) | undefined;
};

/** The part that every control of the browser understands. */
export function controlOf({ name, id, value, required, lang, placeholder, ...rest }: KindInputProps) {
  const { "aria-describedby": described, "aria-invalid": invalid } = rest;
  return { name, id, value, required, lang, placeholder, "aria-describedby": described, "aria-invalid": invalid };
}
