import { useQueries } from "@tanstack/react-query";
import { Search } from "lucide-react";
import { useState } from "react";
import { wordsQuery } from "../../../api/queries";
import { useT } from "../../../i18n/language";
import { type Translate, translator } from "../../../i18n/words";
import { langs } from "../../../lib/lang";
import { Button } from "../../../ui/button";
import { TextInput } from "../../../ui/text-input";
import { icons } from "../icons";
import { IconButton } from "../ui/icon-button";
import { search } from "../values/match";

type Props = {
  name: string;
  /** The icons that are shown before the owner expands the grid. */
  first: readonly string[];
  chosen: string;
  described: string | undefined;
  onChoose: (icon: string) => void;
};

/** The name of an icon and further words for it, separated by commas. */
const called = (t: Translate, icon: string) => t.first([`icon.${icon}`, ""]);

/** An icon picker with a search by words in any language. */
export function IconGrid({ name, first, chosen, described, onChoose }: Props) {
  const t = useT();
  const [all, setAll] = useState(chosen in icons && !first.includes(chosen));
  const [text, setText] = useState("");
  const words = useQueries({ queries: langs.map((lang) => wordsQuery(lang)) }).flatMap(({ data }) =>
    data ? [translator(data)] : [],
  );
  const names = [...new Set([...first, ...Object.keys(icons)])];
  const shown = text.trim()
    ? search(names, (icon) => [icon, ...[t, ...words].map((t) => called(t, icon))], text)
    : all
      ? names
      : first;
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
      {shown.length === 0 && (
        <p role="status" className="text-sm text-muted">
          {t("input.icons.none")}
        </p>
      )}
      <fieldset className="flex flex-wrap gap-1">
        <legend className="sr-only">{t("input.icons")}</legend>
        {shown.map((icon) => (
          <IconButton
            key={icon}
            icon={icons[icon] ?? Search}
            label={called(t, icon).split(",", 1)[0] || icon}
            aria-pressed={icon === chosen}
            onClick={() => onChoose(icon)}
            className="border border-line aria-pressed:border-gold"
          />
        ))}
        {shown === first && <Button onClick={() => setAll(true)}>{t("input.icons.all")}</Button>}
      </fieldset>
    </div>
  );
}
