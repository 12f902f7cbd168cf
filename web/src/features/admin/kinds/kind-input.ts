import type { Ref } from "react";
import type { Rule } from "../validate";

/** What the input of every kind is given. */
export type KindInputProps = {
  /** The name of the field, where an input has words of its own for it. */
  name: string;
  id: string;
  ref: Ref<HTMLElement>;
  rule: Rule;
  value: string;
  onChange: (value: string) => void;
  onBlur: () => void;
  required: boolean;
  lang?: string | undefined;
  placeholder?: string | undefined;
  "aria-describedby"?: string | undefined;
  "aria-invalid"?: boolean;
};
