import type { ReactNode } from "react";
import type { Revision } from "../../../api/types";
import { useT } from "../../../i18n/language";
import { baseLang } from "../../../lib/lang";
import { differenceOf } from "./difference";

type Change = Revision["changes"][number];

/** One changed text, before and after; markup is shown as it is written. */
export function DifferenceView({ label, change }: { label: string; change: Change }) {
  const t = useT();
  const { head, before, after, tail } = differenceOf(change.before, change.after);
  return (
    <div className="grid gap-2">
      <h4 className="font-semibold">
        {label}
        {change.lang !== baseLang && (
          <span className="font-normal text-muted"> · {t.first([`language.${change.lang}`])}</span>
        )}
      </h4>
      <div className="grid gap-2 sm:grid-cols-2">
        <Side label={t("history.before")} lang={change.lang} empty={change.before === ""}>
          {head}
          {before && <del className="rounded-sm bg-danger-soft text-danger">{before}</del>}
          {tail}
        </Side>
        <Side label={t("history.after")} lang={change.lang} empty={change.after === ""}>
          {head}
          {after && <ins className="rounded-sm bg-gold/25 no-underline">{after}</ins>}
          {tail}
        </Side>
      </div>
    </div>
  );
}

type SideProps = { label: string; lang: string; empty: boolean; children: ReactNode };

function Side({ label, lang, empty, children }: SideProps) {
  const t = useT();
  return (
    <div className="rounded-well border border-line p-3">
      <p className="text-sm text-muted">{label}</p>
      {empty ? (
        <p className="text-muted italic">{t("history.empty")}</p>
      ) : (
        <p lang={lang} className="whitespace-pre-line wrap-anywhere">
          {children}
        </p>
      )}
    </div>
  );
}
