import { useQueries } from "@tanstack/react-query";
import { Search } from "lucide-react";
import { useState } from "react";
import { wordsQuery } from "../../../api/queries";
import { useT } from "../../../i18n/language";
import { translator } from "../../../i18n/words";
import { langs } from "../../../lib/lang";
import { Button } from "../../../ui/button";
import type { IconType } from "../../../ui/icon-well";
import { TextInput } from "../../../ui/text-input";
import { IconButton } from "../ui/icon-button";

type Props = {
  name: string;
  icons: Readonly<Record<string, IconType>>;
  /** How many icons are shown before the owner expands the grid. */
  few: number;
  chosen: string;
  described: string | undefined;
  onChoose: (icon: string) => void;
};

/** An icon picker with a search by name in any language. */
export function IconGrid({ name, icons, few, chosen, described, onChoose }: Props) {
  const t = useT();
  const names = Object.keys(icons);
  const [all, setAll] = useState(names.indexOf(chosen) >= few);
  const [text, setText] = useState("");
  const words = useQueries({ queries: langs.map((lang) => wordsQuery(lang)) }).flatMap(({ data }) =>
    data ? [translator(data)] : [],
  );
  const typed = text.trim().normalize("NFC").toLowerCase();
  const called = (icon: string) => [icon, ...[t, ...words].map((t) => t.first([`icon.${icon}`, ""]))];
  const found = typed
    ? names.filter((icon) => called(icon).some((word) => word.toLowerCase().includes(typed)))
    : names.slice(0, all ? undefined : few);
  return (
    <div className="grid grid-cols-1 gap-3">
      <div className="relative">
        <span className="pointer-events-none absolute inset-y-0 left-4 grid place-content-center text-muted">
          <Search size={18} />
        </span>
        <TextInput
          type="search"
          data-name={name}
          aria-label={t("input.icons.search")}
          aria-describedby={described}
          placeholder={t("input.icons.search")}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === "Enter") event.preventDefault(); // Enter in the search must not submit the form
          }}
          className="min-h-12 w-full rounded-well border border-edge bg-white py-2.5 pr-4 pl-11 placeholder:text-muted focus-visible:outline-offset-0"
        />
      </div>
      {found.length === 0 && (
        <p role="status" className="text-sm text-muted">
          {t("input.icons.none")}
        </p>
      )}
      <fieldset className="flex flex-wrap gap-1">
        <legend className="sr-only">{t("input.icons")}</legend>
        {found.map((icon) => (
          <IconButton
            key={icon}
            icon={icons[icon] ?? Search}
            label={t.first([`icon.${icon}`, ""]) || icon}
            aria-pressed={icon === chosen}
            onClick={() => onChoose(icon)}
            className="border border-line aria-pressed:border-gold"
          />
        ))}
        {!typed && !all && few < names.length && <Button onClick={() => setAll(true)}>{t("input.icons.all")}</Button>}
      </fieldset>
    </div>
  );
}
