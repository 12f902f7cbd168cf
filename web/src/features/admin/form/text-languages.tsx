import { Check } from "lucide-react";
import { useT } from "../../../i18n/language";
import type { Lang } from "../../../lib/lang";
import { Segmented } from "../ui/segmented";
import { useOffered, usePrimary } from "./use-primary";

type Props = {
  lang: Lang;
  /** Whether a language has its own text. */
  written: (lang: Lang) => boolean;
  onChange: (lang: Lang) => void;
};

/** Chooses the language of the text being edited, the owner's first, and marks the languages that have a text. */
export function TextLanguages({ lang, written: isWritten, onChange }: Props) {
  const t = useT();
  const primary = usePrimary();
  const options = useOffered().map((code) => {
    const written = isWritten(code);
    return {
      value: code,
      lang: code,
      content: (
        <>
          {t(`language.${code}`)}
          {code !== primary && (
            <>
              {written && <Check size={16} className="ml-1 inline text-chat" />}
              <span className="sr-only">, {written ? t("admin.translated") : t("admin.untranslated")}</span>
            </>
          )}
        </>
      ),
    };
  });
  return (
    <Segmented
      label={t("admin.textLanguage")}
      name="text-language"
      value={lang}
      options={options}
      onChange={onChange}
    />
  );
}
