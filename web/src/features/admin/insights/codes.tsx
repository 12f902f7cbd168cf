import { QrCode } from "lucide-react";
import type { ReactNode } from "react";
import type { Stats } from "../../../api/insights";
import { IconWell } from "../../../ui/icon-well";
import { iconOf } from "./channel-icons";
import { sum, useFigures } from "./figures";
import { Panel } from "./panel";
import { ReportTable } from "./report-table";

/** What printed codes and short links brought. */
export function Codes({ stats, action, className }: { stats: Stats; action?: ReactNode; className?: string }) {
  const { t, plain, withUnit } = useFigures();
  const table = stats.reports.codes;
  if (!table) return null;
  return (
    <Panel
      report="codes"
      note={t("insights.codes.note")}
      action={action}
      className={className ?? ""}
      table={
        table.rows.length > 0 && (
          <ReportTable
            report="codes"
            columns={table.columns}
            rows={table.rows.map((row) => ({ key: row.key, name: row.name, sums: row }))}
          />
        )
      }
    >
      {table.rows.length === 0 ? (
        <div className="flex items-start gap-3">
          <IconWell icon={QrCode} />
          <p className="text-muted">{t("insights.codes.empty")}</p>
        </div>
      ) : (
        <ul className="grid gap-3">
          {table.rows.map((row) => {
            const scans = sum(row, "scans");
            const detail = [withUnit("scans", scans), withUnit("leads", sum(row, "leads"))];
            if (sum(row, "value") > 0) detail.push(plain("value", sum(row, "value")));
            return (
              <li key={row.key} data-row={row.key} className="flex items-start gap-3">
                <span className="@max-[14rem]:hidden">
                  <IconWell icon={iconOf(row.key)} />
                </span>
                <div className="min-w-0">
                  <p className="font-semibold wrap-anywhere">{row.name}</p>
                  <p className="text-muted text-sm">
                    {scans + sum(row, "leads") > 0 ? detail.join(" · ") : t("insights.codes.none")}
                  </p>
                </div>
              </li>
            );
          })}
        </ul>
      )}
    </Panel>
  );
}
