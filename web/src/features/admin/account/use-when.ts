import { useLanguage } from "../../../i18n/language";

/** Says a moment in the owner's language and time. */
export function useWhen(): (moment: string) => string {
  const { lang } = useLanguage();
  const format = new Intl.DateTimeFormat(`${lang}-IN`, { dateStyle: "medium", timeStyle: "short" });
  return (moment) => format.format(new Date(moment));
}
