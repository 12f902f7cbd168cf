import { Download, Table2, TrendingUp } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import type { ReportName } from "../../../api/insights";
import { useT } from "../../../i18n/language";
import { cx } from "../../../lib/cx";
import { textLook } from "../ui/text-button";
import { useFiles } from "./files";

type Props = {
  report: ReportName;
  note?: ReactNode;
  /** Another action beside the table switch, such as a link. */
  action?: ReactNode;
  table?: ReactNode;
  className?: string;
  children: ReactNode;
};

/** A report card: a chart, the same data as a table, and a file to download. */
export function Panel({ report, note, action, table, className, children }: Props) {
  const t = useT();
  const id = useId();
  const fileOf = useFiles();
  const [asTable, setAsTable] = useState(false);
  const name = t(`insights.report.${report}`);
  return (
    <section
      aria-labelledby={id}
      data-report={report}
      className={cx(
        "@container flex min-w-0 flex-col gap-3 rounded-card border border-line bg-white p-4 shadow-card sm:p-5",
        className,
      )}
    >
      <header className="flex flex-wrap items-start justify-between gap-x-3">
        <div className="grid min-w-[40%] flex-1 py-2">
          <h2 id={id} className="font-bold text-lg leading-snug indic:leading-normal">
            {name}
          </h2>
          {note && !asTable && <p className="text-muted text-sm">{note}</p>}
        </div>
        <div className="-my-0.5 flex flex-wrap items-center gap-x-2 text-sm">
          {table && (
            <button type="button" onClick={() => setAsTable(!asTable)} className={textLook}>
              {asTable ? <TrendingUp size={18} /> : <Table2 size={18} />}
              {t(asTable ? "insights.table.hide" : "insights.table.show")}
              <span className="sr-only">: {name}</span>
            </button>
          )}
          {table && fileOf && (
            <a href={fileOf(report)} download aria-label={t("insights.csv.of", { report: name })} className={textLook}>
              <Download size={18} />
              <span className="max-sm:sr-only xl:sr-only">{t("insights.csv")}</span>
            </a>
          )}
          {action}
        </div>
      </header>
      {asTable ? table : children}
    </section>
  );
}
