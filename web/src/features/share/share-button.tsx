import { Share2 } from "lucide-react";
import { type ComponentType, type FormEvent, useId } from "react";
import { useT } from "../../i18n/language";
import { useLazyDialog } from "../../lib/use-lazy-dialog";
import { usePreload } from "../../lib/use-preload";
import { Button } from "../../ui/button";
import type { ShareProps } from "./share-dialog";

type Shared = Omit<ShareProps, "onClose">;

type Props = Shared & {
  /** Loads the dialog. The page passes it, so that the build assigns the dialog's chunks to the page. */
  load: () => Promise<ComponentType<ShareProps>>;
  tone?: "gold" | "plain" | undefined;
  label: string;
};

export function ShareButton({ load, tone = "plain", label, ...shared }: Props) {
  const { Dialog, open, close } = useLazyDialog(load);
  const id = useId();
  usePreload(load);
  // Without script the form jumps to the plain links below.
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    open();
  };
  return (
    <>
      <form action={`#${id}`} onSubmit={onSubmit} className="grid">
        <Button tone={tone} type="submit" aria-haspopup="dialog">
          <Share2 size={20} />
          {label}
        </Button>
      </form>
      <noscript>
        <PlainLinks id={id} url={shared.url} />
      </noscript>
      {Dialog && <Dialog {...shared} onClose={close} />}
    </>
  );
}

function PlainLinks({ id, url }: { id: string; url: string }) {
  const t = useT();
  const encoded = encodeURIComponent(url);
  return (
    <p id={id} className="w-full wrap-anywhere">
      {t("next.share.copy")} <b className="select-all">{url}</b>{" "}
      <a className="underline" href={`https://wa.me/?text=${encoded}`}>
        {t("next.share.whatsapp")}
      </a>{" "}
      <a className="underline" href={`mailto:?body=${encoded}`}>
        {t("next.share.mail")}
      </a>
    </p>
  );
}
