import { Download } from "lucide-react";
import type { Stats } from "../../../api/insights";
import { useT } from "../../../i18n/language";
import { Fold } from "../frame/fold";
import { textLook } from "../ui/text-button";
import { useFiles } from "./files";
import { ReportTable } from "./report-table";

/** A table of what the numbers exclude, and why. */
export function LeftOut({ stats }: { stats: Stats }) {
  const t = useT();
  const fileOf = useFiles();
  const table = stats.reports.left;
  if (!table) return null;
  const name = t("insights.report.left");
  return (
    <section aria-label={name} data-report="left" className="grid gap-3">
      <p className="text-muted text-sm">{t("insights.left.note")}</p>
      <Fold name="left" title={name}>
        <ReportTable
          report="left"
          columns={table.columns}
          rows={table.rows.map((row) => ({ key: row.key, name: row.name, sums: row }))}
        />
        {fileOf && (
          <a href={fileOf("left")} download aria-label={t("insights.csv.of", { report: name })} className={textLook}>
            <Download size={18} />
            {t("insights.csv")}
          </a>
        )}
      </Fold>
    </section>
  );
}
