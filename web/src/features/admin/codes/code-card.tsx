import { Copy, Link2, Pencil, Printer } from "lucide-react";
import { type Code, drawnHref } from "../../../api/codes";
import { useLanguage } from "../../../i18n/language";
import { copyText } from "../../../lib/copy-text";
import { toast } from "../../../lib/toast";
import { Button } from "../../../ui/button";
import { usePrimary } from "../form/use-primary";
import { IconButton } from "../ui/icon-button";
import { numberText } from "../values/number-text";
import { targetText } from "./targets";

type Props = { code: Code; onPrint?: () => void; onEdit?: () => void };

/** A row of the codes list: preview, results and actions. */
export function CodeCard({ code, onPrint, onEdit }: Props) {
  const { lang, t } = useLanguage();
  const primary = usePrimary();
  const { kind, name, scans, lately, leads, address, target, language, retiredAt } = code;
  const n = (key: "scans" | "clicks" | "leads", count: number) =>
    count === 1 ? t(`codes.${key}.one`) : t(`codes.${key}.many`, { n: numberText(lang, count) });
  const counted =
    scans === 0 && leads === 0
      ? t(kind === "q" ? "codes.none" : "codes.noneLink")
      : [n(kind === "q" ? "scans" : "clicks", scans), n("leads", leads)].join(", ");
  const copy = async () => {
    const copied = await copyText(address, null);
    toast({ title: t(copied ? "draftLink.copied" : "draftLink.notCopied") });
  };
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 border-t border-line py-4 first:border-t-0">
      {kind === "q" ? (
        <img
          src={drawnHref(code.code)}
          alt=""
          loading="lazy"
          width={72}
          height={72}
          className="size-18 shrink-0 rounded-well border border-line bg-white"
        />
      ) : (
        <span className="grid size-12 shrink-0 place-content-center rounded-well border border-line bg-ivory text-gold-ink">
          <Link2 size={22} />
        </span>
      )}
      <div className="min-w-0 flex-1 basis-44 wrap-anywhere">
        <h3 className="leading-snug font-semibold indic:leading-normal">{name}</h3>
        <p>{counted}</p>
        {lately > 0 && <p className="text-sm text-muted">{t("codes.lately", { n: numberText(lang, lately) })}</p>}
        {kind === "l" && <p className="text-sm text-muted">{address.replace(/^https?:\/\//, "")}</p>}
        <p className="text-sm text-muted">
          {retiredAt
            ? t("codes.leadsHome")
            : t("codes.leadsTo", { where: targetText(t, target, language === primary ? "" : language) })}
        </p>
      </div>
      {!retiredAt && (
        <div className="flex grow items-center justify-end gap-1 sm:grow-0">
          {onEdit && <IconButton icon={Pencil} label={t("codes.edit", { name })} onClick={onEdit} />}
          {kind === "q" ? (
            <Button onClick={onPrint} aria-label={t("codes.print.title", { name })}>
              <Printer size={18} />
              {t("codes.print")}
            </Button>
          ) : (
            <Button onClick={copy} aria-label={t("codes.copy.title", { name })}>
              <Copy size={18} />
              {t("codes.copy")}
            </Button>
          )}
        </div>
      )}
    </li>
  );
}
