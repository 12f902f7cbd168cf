import type { ComponentProps, Ref } from "react";
import { TextInput } from "../../../ui/text-input";
import type { KindInputProps } from "./kind-input";

type Attributes = Pick<ComponentProps<"input">, "type" | "inputMode" | "autoComplete" | "spellCheck">;

/** A line of text, typed the way its kind is typed on a phone. */
export const lineInput = (attributes: Attributes) =>
  function LineInput({ rule: _, ref, onChange, ...props }: KindInputProps) {
    return (
      <TextInput
        {...attributes}
        {...props}
        ref={ref as Ref<HTMLInputElement>}
        onChange={(event) => onChange(event.target.value)}
      />
    );
  };
