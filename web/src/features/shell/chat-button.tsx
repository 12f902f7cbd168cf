import { useEffect, useState } from "react";
import { useT } from "../../i18n/language";
import { newTab } from "../../lib/new-tab";
import { BrandIcon } from "../../ui/brand-icon";

/** After this time without a scroll event, scrolling has stopped. */
const restMs = 200;

/** Whether the page already shows the chat link, in an element marked `data-chat`. */
const isShownAlready = () => (document.querySelector("[data-chat]")?.getBoundingClientRect().bottom ?? 0) > 0;

/**
 * On small screens the button is hidden while the page shows the same link or is scrolled down. Without script it is
 * always shown.
 */
function useAway(atFirst: boolean): boolean {
  const [away, setAway] = useState(atFirst);
  useEffect(() => {
    let before = scrollY;
    let rest = 0;
    const look = (isReading: boolean) => setAway(isReading || isShownAlready());
    const onScroll = () => {
      look(scrollY > before);
      before = scrollY;
      clearTimeout(rest);
      rest = window.setTimeout(look, restMs, false);
    };
    look(false);
    addEventListener("scroll", onScroll, { passive: true });
    return () => {
      removeEventListener("scroll", onScroll);
      clearTimeout(rest);
    };
  }, []);
  return away;
}

type Props = { href: string; isHome: boolean };

export function ChatButton({ href, isHome }: Props) {
  const t = useT();
  const away = useAway(isHome);
  return (
    <a
      href={href}
      {...newTab}
      aria-label={`${t("common.chat")} ${t("common.newTab")}`}
      data-away={away ? "" : undefined}
      className="chat press print:hidden border border-transparent fixed right-4 bottom-4 z-10 grid size-[56px] place-content-center rounded-button bg-chat text-on-chat shadow-chat lg:size-[60px]"
    >
      <BrandIcon platform="whatsapp" size={28} />
    </a>
  );
}
