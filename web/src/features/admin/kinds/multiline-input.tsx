import { TextArea } from "../../../ui/text-input";
import { controlOf, type KindInputProps } from "../form/kind-input";

const fewestRows = 2;

export function MultilineInput(props: KindInputProps) {
  const rows = Math.max(fewestRows, (props.value || props.placeholder || "").split("\n").length);
  return <TextArea {...controlOf(props)} rows={rows} onChange={(event) => props.onChange(event.target.value)} />;
}
