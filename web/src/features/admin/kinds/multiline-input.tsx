import type { Ref } from "react";
import { TextArea } from "../../../ui/text-input";
import type { KindInputProps } from "./kind-input";

const fewestRows = 2;

export function MultilineInput({ rule: _, ref, onChange, ...props }: KindInputProps) {
  const rows = Math.max(fewestRows, (props.value || props.placeholder || "").split("\n").length);
  return (
    <TextArea
      {...props}
      rows={rows}
      ref={ref as Ref<HTMLTextAreaElement>}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
