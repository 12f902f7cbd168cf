import { Check, CircleAlert } from "lucide-react";
import { flushSync } from "react-dom";
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
  /** The other languages with an issue. `onlyThere`: no input in view has one. */
  broken: readonly Lang[];
  onlyThere: boolean;
};

/** Chooses the language of the text being edited, the owner's first, and marks the languages that have a text. */
export function TextLanguages({ lang, written: isWritten, onChange, meantFor, onMove, broken, onlyThere }: Props) {
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
          {broken.includes(code) && (
            <>
              <CircleAlert size={16} className="ml-1 inline text-danger" />
              <span className="sr-only">, {t("admin.hasIssue")}</span>
            </>
          )}
          {code !== primary && (
            <>
              {written && !broken.includes(code) && <Check size={16} className="ml-1 inline text-chat" />}
              <span className="sr-only">, {written ? t("admin.translated") : t("admin.untranslated")}</span>
            </>
          )}
        </>
      ),
    };
  });
  const [there] = onlyThere ? broken : [];
  const show = (code: Lang) => {
    flushSync(() => onChange(code));
    document.querySelector<HTMLElement>("form [aria-invalid=true]")?.focus();
  };
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
      {there && (
        <Button data-elsewhere="" onClick={() => show(there)} className="border-danger text-danger">
          {t("admin.issueIn", { language: t(`field.primaryLanguage.option.${there}`) })}
        </Button>
      )}
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
