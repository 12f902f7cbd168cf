import { useLanguage } from "../../../i18n/language";
import { momentText } from "../values/moment";

export function useWhen(): (at: string) => string {
  const { lang, t } = useLanguage();
  return (at) => momentText(t, lang, at);
}
