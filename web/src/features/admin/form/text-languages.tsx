import { Check } from "lucide-react";
import { useT } from "../../../i18n/language";
import type { Lang } from "../../../lib/lang";
import { Button } from "../../../ui/button";
import { Note } from "../ui/note";
import { Segmented } from "../ui/segmented";
import { useOffered, usePrimary } from "./use-primary";

type Props = {
  lang: Lang;
  /** Whether a language has its own text. */
  written: (lang: Lang) => boolean;
  onChange: (lang: Lang) => void;
  /** The language in whose script some texts of this one are written. */
  meantFor: Lang | undefined;
  /** Moves these texts to that language. */
  onMove: () => void;
};

/** Chooses the language of the text being edited, the owner's first, and marks the languages that have a text. */
export function TextLanguages({ lang, written: isWritten, onChange, meantFor, onMove }: Props) {
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
  const language = meantFor && t(`field.primaryLanguage.option.${meantFor}`);
  return (
    <>
      <Segmented
        label={t("admin.textLanguage")}
        name="text-language"
        value={lang}
        options={options}
        onChange={onChange}
      />
      {language && (
        <Note>
          {t("admin.meantFor", { language })}
          <Button onClick={onMove} className="mt-3">
            {t("admin.move", { language })}
          </Button>
        </Note>
      )}
    </>
  );
}
