import { useId } from "react";
import { useT } from "../../../i18n/language";
import { IconWell } from "../../../ui/icon-well";
import { namedIcon, namedIcons } from "../../../ui/named-icon";
import { TextInput } from "../../../ui/text-input";
import { controlOf, type KindInputProps } from "../form/kind-input";
import { Lesser } from "../ui/lesser";
import { IconGrid } from "./icon-grid";

/** An icon picker. The stored value is the icon's name, which can also be typed. */
export function IconInput(props: KindInputProps) {
  const t = useT();
  const own = useId();
  const { name, value, onChange, "aria-describedby": described } = props;
  const chosen = value.trim();
  const unknown = chosen !== "" && !Object.hasOwn(namedIcons, chosen);
  return (
    <div className="grid grid-cols-1 gap-3">
      <IconGrid
        name={name}
        icons={namedIcons}
        few={Object.keys(namedIcons).length}
        chosen={chosen}
        described={described}
        onChoose={onChange}
      />
      <Lesser title={t("input.icon.byName")} open={unknown}>
        <div className="flex items-center gap-3">
          {chosen && <IconWell icon={namedIcon(chosen)} />}
          <TextInput
            {...controlOf({ ...props, id: own })}
            aria-label={t.first([`item.services.${name}`])}
            type="text"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            onChange={(event) => onChange(event.target.value)}
          />
        </div>
        {unknown && (
          <p role="status" className="text-sm text-muted">
            {t("input.icon.unknown")}
          </p>
        )}
      </Lesser>
    </div>
  );
}
