import { blockIcons } from "../block-icons";
import type { KindInputProps } from "../form/kind-input";
import { IconGrid } from "./icon-grid";

const few = 12;

/** An icon picker; choosing the selected icon again clears it. */
export function GlyphInput({ name, value, onChange, "aria-describedby": described }: KindInputProps) {
  return (
    <IconGrid
      name={name}
      icons={blockIcons}
      few={few}
      chosen={value}
      described={described}
      onChoose={(icon) => onChange(icon === value ? "" : icon)}
    />
  );
}
