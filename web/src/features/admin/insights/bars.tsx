import type { ReactNode } from "react";
import type { Column, ReportName, ReportRow, ReportTable as Table } from "../../../api/insights";
import { type IconType, IconWell } from "../../../ui/icon-well";
import { sum, useFigures } from "./figures";
import { Panel } from "./panel";
import { ReportTable } from "./report-table";

type Props = {
  report: ReportName;
  table: Table;
  /** The column that the bars show; the rows are sorted by it. */
  by: Column;
  note?: ReactNode;
  action?: ReactNode;
  icon: (row: ReportRow) => IconType;
  /** Content below a row's bar. */
  detail?: (row: ReportRow) => ReactNode;
  /** Content beside a row's bar. */
  aside?: (row: ReportRow) => ReactNode;
  className?: string;
};

/** A report as a bar chart, largest first. */
export function Bars({ report, table, by, note, action, icon, detail, aside, className }: Props) {
  const { t, plain } = useFigures();
  const others = { key: "", name: t("insights.others", { count: plain("count", table.others) }), sums: table.rest };
  const rows = table.rows.map((row) => ({ key: row.key, name: row.name, sums: row }));
  const most = Math.max(1, ...table.rows.map((row) => sum(row, by)));
  return (
    <Panel
      report={report}
      note={note}
      action={action}
      className={className ?? ""}
      table={<ReportTable report={report} columns={table.columns} rows={table.others > 0 ? [...rows, others] : rows} />}
    >
      {table.rows.length === 0 ? (
        <p className="text-muted">{t("insights.none")}</p>
      ) : (
        <ul className="grid gap-3">
          {table.rows.map((row) => (
            <li key={row.key} data-row={row.key} className="flex items-start gap-3">
              <span className="@max-[14rem]:hidden">
                <IconWell icon={icon(row)} />
              </span>
              <div className="grid min-w-0 flex-1 gap-1">
                <p className="flex items-baseline justify-between gap-3">
                  <span className="min-w-0 line-clamp-2 wrap-anywhere">{row.name}</span>
                  <span className="shrink-0 font-bold">{plain(by, sum(row, by))}</span>
                </p>
                <div className="flex items-center gap-3">
                  <progress
                    aria-hidden="true"
                    value={sum(row, by)}
                    max={most}
                    className="meter h-2 w-full min-w-0 flex-1"
                  />
                  {aside && <span className="w-10 shrink-0 text-right text-muted text-sm">{aside(row)}</span>}
                </div>
                {detail && <p className="text-muted text-sm">{detail(row)}</p>}
              </div>
            </li>
          ))}
          {table.others > 0 && (
            <li className="flex justify-between gap-3 border-line border-t pt-3 text-muted">
              <span>{others.name}</span>
              <span>{plain(by, sum(table.rest, by))}</span>
            </li>
          )}
        </ul>
      )}
    </Panel>
  );
}
