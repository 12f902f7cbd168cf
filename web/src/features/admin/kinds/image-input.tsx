import type { Ref } from "react";
import { TextInput } from "../../../ui/text-input";
import type { KindInputProps } from "./kind-input";

/** The address of a picture. */
export function ImageInput({ rule: _, ref, onChange, ...props }: KindInputProps) {
  return (
    <TextInput
      {...props}
      type="text"
      inputMode="url"
      spellCheck={false}
      ref={ref as Ref<HTMLInputElement>}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
