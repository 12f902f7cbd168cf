import { Check, Languages } from "lucide-react";
import { useLanguage } from "../../../i18n/language";
import { langs } from "../../../lib/lang";
import { Disclosure } from "../../../ui/disclosure";
import { storeLanguage } from "./stored-language";

/** The language of the admin, stored under the same key as on public pages. */
export function LanguageChoice({ className = "" }: { className?: string }) {
  const { lang, t } = useLanguage();
  return (
    <Disclosure
      className={className}
      summary={
        <>
          <Languages size={18} />
          <span className="sr-only">{t("language.menu")}:</span>
          <span lang={lang}>{t(`language.${lang}`)}</span>
        </>
      }
    >
      <LanguageRows />
    </Disclosure>
  );
}

/** One menu row per language. */
export function LanguageRows() {
  const { lang, t } = useLanguage();
  return langs.map((code) => (
    <button
      key={code}
      type="button"
      lang={code}
      aria-pressed={code === lang}
      onClick={() => storeLanguage(code)}
      className="flex min-h-11 w-full cursor-pointer items-center justify-between gap-3 px-4 hover:bg-ivory aria-pressed:font-bold"
    >
      {t(`language.${code}`)}
      {code === lang && <Check size={18} />}
    </button>
  ));
}
