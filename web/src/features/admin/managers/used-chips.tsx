import { Plus } from "lucide-react";
import { useState } from "react";
import type { Item } from "../../../api/types";
import { useT } from "../../../i18n/language";
import { baseLang, type Lang } from "../../../lib/lang";
import { Field } from "../../../ui/field";
import { TextInput } from "../../../ui/text-input";
import { textOf } from "../values/item-text";
import type { Texts } from "../values/texts";
import { wordsOf } from "./groups";

/** More would have to be searched. */
const most = 12;

/** The items with which each text of a field was used first. */
export function usedIn(items: readonly Item[], field: string, primary: Lang): Item[] {
  const byText = new Map(items.toReversed().map((item) => [textOf(item, field, primary), item]));
  byText.delete("");
  return [...byText.values()].toReversed().slice(0, most);
}

type Props = {
  label: string;
  field: string;
  used: readonly Item[];
  texts: Texts;
  lang: Lang;
  error: string | undefined;
  onType: (lang: Lang, text: string) => void;
};

const look =
  "press flex min-h-11 cursor-pointer items-center gap-1.5 rounded-full border border-line bg-white px-4 py-1 text-left font-semibold wrap-anywhere hover:bg-ivory aria-pressed:border-gold aria-pressed:bg-ivory";

/** A text that is chosen from those in use, or typed. A chosen one comes with its translations. */
export function UsedChips({ label, field, used, texts, lang, error, onType }: Props) {
  const t = useT();
  const is = (item: Item) => wordsOf(item, field).every(([code, text]) => (texts[code][field] ?? "") === text);
  const chosen = used.find(is);
  const typed = texts[lang][field] || texts[baseLang][field] || "";
  const [own, setOwn] = useState(used.length === 0 || (!chosen && typed !== ""));
  if (error && !own) setOwn(true);
  const choose = (item: Item | undefined) => {
    for (const [code, text] of wordsOf(item ?? used[0], field)) onType(code, item ? text : "");
  };
  return (
    <fieldset className="grid min-w-0 grid-cols-1 gap-2">
      <legend className="mb-2 text-sm font-semibold">{label}</legend>
      {used.length > 0 && (
        <div className="flex flex-wrap gap-2">
          {used.map((item) => (
            <button
              key={item.id}
              type="button"
              aria-pressed={item === chosen}
              onClick={() => {
                setOwn(false);
                choose(item === chosen ? undefined : item);
              }}
              className={look}
            >
              {textOf(item, field, lang)}
            </button>
          ))}
          <button
            type="button"
            aria-label={t("quick.own")}
            title={t("quick.own")}
            aria-expanded={own}
            onClick={() => {
              if (chosen) choose(undefined);
              setOwn(!own);
            }}
            className={look}
          >
            <Plus size={18} />
          </button>
        </div>
      )}
      {own && (
        <Field label={label} bare error={error}>
          {(control) => (
            <TextInput
              {...control}
              name={field}
              autoComplete="off"
              lang={lang}
              value={texts[lang][field] ?? ""}
              onChange={(event) => onType(lang, event.target.value)}
            />
          )}
        </Field>
      )}
    </fieldset>
  );
}
