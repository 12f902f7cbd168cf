import { useState } from "react";
import { useT } from "../../../i18n/language";
import { Button } from "../../../ui/button";
import { type BlockIcon, blockIcons } from "../block-icons";
import type { KindInputProps } from "../form/kind-input";
import { IconButton } from "../ui/icon-button";

const names = Object.keys(blockIcons) as BlockIcon[];
const few = 12;

/** An icon chosen by its looks; pressed again it is none. */
export function GlyphInput({ name, value, onChange }: KindInputProps) {
  const t = useT();
  const [all, setAll] = useState(names.indexOf(value as BlockIcon) >= few);
  return (
    <div data-name={name} className="flex flex-wrap gap-1">
      {names.slice(0, all ? undefined : few).map((icon) => (
        <IconButton
          key={icon}
          icon={blockIcons[icon]}
          label={t(`icon.${icon}`)}
          aria-pressed={icon === value}
          onClick={() => onChange(icon === value ? "" : icon)}
          className="border border-line aria-pressed:border-gold"
        />
      ))}
      {!all && <Button onClick={() => setAll(true)}>{t("input.icons.all")}</Button>}
    </div>
  );
}
