import type { ComponentProps } from "react";
import { TextInput } from "../../../ui/text-input";
import { controlOf, type KindInputProps } from "../form/kind-input";

type Attributes = Pick<ComponentProps<"input">, "type" | "inputMode" | "autoComplete" | "spellCheck">;

/** A line of text, typed the way its kind is typed on a phone. */
export const lineInput = (attributes: Attributes) =>
  function LineInput(props: KindInputProps) {
    return <TextInput {...attributes} {...controlOf(props)} onChange={(event) => props.onChange(event.target.value)} />;
  };
