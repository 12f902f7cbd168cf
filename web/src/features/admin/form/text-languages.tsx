import { Check } from "lucide-react";
import { useT } from "../../../i18n/language";
import type { Lang } from "../../../lib/lang";
import { Segmented } from "../ui/segmented";
import { primaryFirst } from "../values/primary";
import { usePrimary } from "./use-primary";

type Props = {
  lang: Lang;
  /** Whether there is a text of its own in a language. */
  written: (lang: Lang) => boolean;
  onChange: (lang: Lang) => void;
};

/** Chooses the language of the text being edited, the owner's first, and tells which others have a text of their own. */
export function TextLanguages({ lang, written: isWritten, onChange }: Props) {
  const t = useT();
  const primary = usePrimary();
  const options = primaryFirst(primary).map((code) => {
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
