import { Share2 } from "lucide-react";
import { useState } from "react";
import { useSearchParams } from "react-router";
import { useT } from "../../../i18n/language";
import { Button } from "../../../ui/button";
import { ShareSheet } from "./share-sheet";
import { useLink } from "./use-link";

/**
 * The page's address, and a button to pass it on. The sheet is also opened by `?share` in the address. The card keeps
 * its place while the address loads, so that nothing below it moves.
 */
export function ShareCard() {
  const t = useT();
  const link = useLink();
  const [asked, setAsked] = useSearchParams();
  const [pressed, setPressed] = useState(false);
  const close = () => {
    setPressed(false);
    if (asked.has("share")) setAsked({}, { replace: true });
  };
  return (
    <section
      aria-labelledby="my-page"
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-card border border-line bg-white p-4 shadow-card"
    >
      <div className="min-w-0 flex-1 basis-32">
        <h2 id="my-page" className="font-bold">
          {t("sharing.page")}
        </h2>
        <p className="min-h-5 text-sm wrap-anywhere text-muted">{link?.host}</p>
      </div>
      <Button aria-haspopup="dialog" className="grow sm:grow-0" disabled={!link} onClick={() => setPressed(true)}>
        <Share2 size={18} className="shrink-0" />
        {t("sharing.title")}
      </Button>
      {link && (pressed || asked.has("share")) && <ShareSheet link={link} onClose={close} />}
    </section>
  );
}
