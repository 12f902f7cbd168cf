import { useState } from "react";
import { PagePreview } from "../../features/admin/edit/page-preview";
import { usePreview } from "../../features/admin/edit/use-preview";
import { useOffered, usePrimary } from "../../features/admin/form/use-primary";
import { previews } from "../../features/admin/screens";
import { Segmented } from "../../features/admin/ui/segmented";
import { useLanguage } from "../../i18n/language";
import type { Lang } from "../../lib/lang";

/** The current home page, in the language that the owner selects. */
export function SitePreview() {
  const { lang: ownLang, t } = useLanguage();
  const offered = useOffered();
  const primary = usePrimary();
  const [chosen, setLang] = useState<Lang>(ownLang);
  const lang = offered.find((code) => code === chosen) ?? primary;
  const { header } = previews;
  const page = usePreview(header.path, lang, { revision: 0 });
  return (
    <PagePreview preview={header} page={page}>
      <Segmented
        label={t("language.menu")}
        name="preview-language"
        value={lang}
        options={offered.map((code) => ({ value: code, lang: code, content: t(`language.${code}`) }))}
        onChange={setLang}
      />
    </PagePreview>
  );
}
