import { useT } from "../../i18n/language";
import { newTab } from "../../lib/new-tab";
import { BrandIcon } from "../../ui/brand-icon";

export function ChatButton({ href }: { href: string }) {
  const t = useT();
  return (
    <a
      href={href}
      {...newTab}
      aria-label={`${t("common.chat")} ${t("common.newTab")}`}
      className="press fixed right-4 bottom-4 z-10 grid size-14 place-content-center rounded-full bg-chat text-white shadow-chat lg:size-15"
    >
      <BrandIcon platform="whatsapp" size={28} />
    </a>
  );
}
