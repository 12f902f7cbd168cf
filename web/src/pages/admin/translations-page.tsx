import { Frame } from "../../features/admin/frame/frame";
import { Translations } from "../../features/admin/translations/translations";
import { useT } from "../../i18n/language";

export function TranslationsPage() {
  const t = useT();
  return (
    <Frame title={t("screen.translations.title")} back>
      <Translations />
    </Frame>
  );
}
