import { controlOf, type KindInputProps } from "../form/kind-input";

export function SwitchInput(props: KindInputProps) {
  const { value: _, required: __, placeholder: ___, ...control } = controlOf(props);
  return (
    <input
      {...control}
      type="checkbox"
      disabled={props.disabled}
      role="switch"
      aria-checked={props.value === "yes"}
      checked={props.value === "yes"}
      onChange={(event) => props.onChange(event.target.checked ? "yes" : "no")}
      className="switch disabled:opacity-50"
    />
  );
}
