import { useT } from "../../../i18n/language";
import { IconWell } from "../../../ui/icon-well";
import { namedIcon, namedIcons } from "../../../ui/named-icon";
import { TextInput } from "../../../ui/text-input";
import { controlOf, type KindInputProps } from "../form/kind-input";
import { IconButton } from "../ui/icon-button";

/** An icon by its name, typed or chosen from those there are; beside it what visitors will see. */
export function IconInput(props: KindInputProps) {
  const t = useT();
  const { value, onChange } = props;
  const chosen = value.trim();
  return (
    <div className="grid gap-3">
      <div className="flex items-center gap-3">
        {chosen && <IconWell icon={namedIcon(chosen)} />}
        <TextInput
          {...controlOf(props)}
          type="text"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          onChange={(event) => onChange(event.target.value)}
        />
      </div>
      {chosen && !Object.hasOwn(namedIcons, chosen) && (
        <p role="status" className="text-sm text-muted">
          {t("input.icon.unknown")}
        </p>
      )}
      <fieldset className="flex flex-wrap gap-1">
        <legend className="sr-only">{t("input.icons")}</legend>
        {Object.entries(namedIcons).map(([name, icon]) => (
          <IconButton
            key={name}
            icon={icon}
            label={name}
            aria-pressed={name === chosen}
            onClick={() => onChange(name)}
          />
        ))}
      </fieldset>
    </div>
  );
}
