import type { Home } from "../../api/types";
import { useT } from "../../i18n/language";
import { cx } from "../../lib/cx";
import { newTab } from "../../lib/new-tab";
import { BrandIcon } from "../../ui/brand-icon";

const tones: Record<string, string> = { whatsapp: "border-chat bg-chat text-on-chat" };

export function SocialRow({ social }: { social: Home["social"] }) {
  const t = useT();
  if (social.length === 0) return null;
  return (
    <nav aria-label={t("home.social")} data-chat="" className="print:hidden">
      <ul className="-mx-1.5 flex flex-wrap justify-center gap-x-[clamp(1px,(100%-308px)/6,10px)] gap-y-2.5">
        {social.map(({ platform, href }) => (
          <li key={platform}>
            <a
              href={href}
              {...newTab}
              aria-label={`${t.first([`home.social.${platform.toLowerCase()}`, ""]) || platform} ${t("common.newTab")}`}
              className={cx(
                "press grid size-11 place-content-center rounded-button border",
                tones[platform.toLowerCase()] ?? "border-line bg-card hover:bg-ivory",
              )}
            >
              <BrandIcon platform={platform} />
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
