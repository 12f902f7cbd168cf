import { Check } from "lucide-react";
import { useT } from "../../../i18n/language";
import { baseLang, type Lang, langs } from "../../../lib/lang";
import { Segmented } from "../ui/segmented";

type Props = {
  lang: Lang;
  /** Whether there is a text of its own in a language. */
  written: (lang: Lang) => boolean;
  onChange: (lang: Lang) => void;
};

/** Chooses the language of the text being edited, and tells which ones have a text of their own. */
export function TextLanguages({ lang, written: isWritten, onChange }: Props) {
  const t = useT();
  const options = langs.map((code) => {
    const written = isWritten(code);
    return {
      value: code,
      lang: code,
      content: (
        <>
          {t(`language.${code}`)}
          {code !== baseLang && (
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
