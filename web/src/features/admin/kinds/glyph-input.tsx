import type { KindInputProps } from "../form/kind-input";
import { icons } from "../icons";
import { IconGrid } from "./icon-grid";

const first = Object.keys(icons).slice(0, 12);

/** An icon picker; choosing the selected icon again clears it. */
export function GlyphInput({ name, value, onChange, "aria-describedby": described }: KindInputProps) {
  return (
    <IconGrid
      name={name}
      first={first}
      chosen={value}
      described={described}
      onChoose={(icon) => onChange(icon === value ? "" : icon)}
    />
  );
}
