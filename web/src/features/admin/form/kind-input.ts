import type { ReactNode } from "react";
import type { Rule } from "../values/validate";

/** The props of every kind of input. */
export type KindInputProps = {
  /** The field's name. Translation keys of the input derive from it. */
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
  /** Only for switches: there is nothing to show yet. */
  disabled?: boolean | undefined;
  /** Extra content in the row of an option, for kinds whose options are rows. */
  beside?: ((option: string) => ReactNode) | undefined;
  /** Extra content below that row. */
  below?: ((option: string) => ReactNode) | undefined;
};

/** The props that every native control accepts. */
export function controlOf({ name, id, value, required, lang, placeholder, ...rest }: KindInputProps) {
  const { "aria-describedby": described, "aria-invalid": invalid } = rest;
  return { name, id, value, required, lang, placeholder, "aria-describedby": described, "aria-invalid": invalid };
}
