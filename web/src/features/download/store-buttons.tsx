import type { Download } from "../../api/types";
import { useT } from "../../i18n/language";
import { newTab } from "../../lib/new-tab";
import { SectionTitle } from "../../ui/section-title";
import { storeIcons } from "./store-icons";

type Button = Download["buttons"][number];

/** Store pages open in a new tab; the APK is a file to download. */
const behaviour: Record<Button["key"], object> = {
  googlePlay: newTab,
  appStore: newTab,
  apkDownload: { "data-file": "" },
};

export function StoreButtons({ buttons }: { buttons: readonly Button[] }) {
  const t = useT();
  return (
    <section aria-labelledby="app" className="print:hidden">
      <SectionTitle id="app">{t("download.app")}</SectionTitle>
      <ul className="flex flex-wrap gap-2.5 *:flex-auto">
        {buttons.map(({ key, title, subtitle, href }) => {
          const Icon = storeIcons[key];
          return (
            <li key={key}>
              <a
                href={href}
                {...behaviour[key]}
                className="press flex min-h-15 items-center gap-3 rounded-card border border-transparent bg-ink px-4 py-2 text-page"
              >
                <Icon size={28} />
                <span className="min-w-0 leading-tight wrap-anywhere indic:leading-normal">
                  <span className="block text-xs">{title}</span>
                  <span className="block text-lg font-semibold">{subtitle}</span>
                </span>
              </a>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
