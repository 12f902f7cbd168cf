import { Fragment } from "react";
import type { ReportRow, Stats } from "../../../api/insights";
import { IconWell } from "../../../ui/icon-well";
import { iconOf } from "./channel-icons";
import { sum, useFigures } from "./figures";
import { Panel } from "./panel";
import { ReportTable } from "./report-table";

/** On a desktop the numbers are in columns; on a phone they are below the bar. */
const columns =
  "lg:grid lg:grid-cols-[auto_minmax(8rem,1.2fr)_auto_minmax(4rem,2fr)_auto_auto_auto] lg:items-center lg:gap-x-4";
const row = "lg:col-span-full lg:grid lg:grid-cols-subgrid lg:items-center";

/** Where visitors come from, and the results per channel. */
export function Channels({ stats, className }: { stats: Stats; className?: string }) {
  const { t, plain } = useFigures();
  const table = stats.reports.channels;
  if (!table) return null;
  const most = Math.max(1, ...table.rows.map((one) => sum(one, "visits")));
  const others = { key: "", name: t("insights.others", { count: plain("count", table.others) }), sums: table.rest };
  const rows = table.rows.map((one) => ({ key: one.key, name: one.name, sums: one }));
  const won = stats.money ? "value" : "won";
  return (
    <Panel
      report="channels"
      note={t("insights.channels.note")}
      className={className ?? ""}
      table={
        <ReportTable report="channels" columns={table.columns} rows={table.others > 0 ? [...rows, others] : rows} />
      }
    >
      {rows.length === 0 ? (
        <p className="text-muted">{t("insights.none")}</p>
      ) : (
        <ul className={`grid gap-3 lg:gap-y-0 ${columns}`}>
          <li aria-hidden="true" className={`hidden pb-2 text-muted text-sm ${row}`}>
            <span className="col-span-2">{t("insights.by.channels")}</span>
            <span className="text-right">{t("insights.column.visits")}</span>
            <span />
            {(["taps", "leads", "won"] as const).map((column) => (
              <span key={column} className="text-right">
                {t(`insights.column.${column}`)}
              </span>
            ))}
          </li>
          {table.rows.map((one) => (
            <li
              key={one.key}
              data-row={one.key}
              className={`flex items-start gap-3 lg:gap-x-4 lg:border-line lg:border-t lg:py-1.5 ${row}`}
            >
              <span className="@max-[14rem]:hidden">
                <IconWell icon={iconOf(one.key)} />
              </span>
              <div className="grid min-w-0 flex-1 gap-1 lg:contents">
                <p className="flex items-baseline justify-between gap-3 lg:contents">
                  <span className="line-clamp-2 min-w-0 wrap-anywhere">{one.name}</span>
                  <span className="shrink-0 text-right font-bold">{plain("visits", sum(one, "visits"))}</span>
                </p>
                <progress
                  aria-hidden="true"
                  value={sum(one, "visits")}
                  max={most}
                  className="meter h-2 w-full lg:h-2.5"
                />
                <Brought row={one} won={won} />
              </div>
            </li>
          ))}
          {table.others > 0 && (
            <li className="flex justify-between gap-3 border-line border-t pt-3 text-muted lg:col-span-full">
              <span>{others.name}</span>
              <span>{plain("visits", sum(table.rest, "visits"))}</span>
            </li>
          )}
        </ul>
      )}
    </Panel>
  );
}

function Brought({ row, won }: { row: ReportRow; won: "value" | "won" }) {
  const { t, plain, withUnit } = useFigures();
  const cells = (["taps", "leads", won] as const).map((column) => {
    const n = sum(row, column);
    const nothing = column === won && n === 0;
    return {
      column,
      long: nothing ? t("insights.won.none") : withUnit(column, n),
      short: nothing ? "–" : plain(column, n),
    };
  });
  return (
    <p className="flex flex-wrap gap-x-3 text-muted text-sm lg:contents">
      {cells.map(({ column, long, short }) => (
        <Fragment key={column}>
          <span className="lg:sr-only">{long}</span>
          <span aria-hidden="true" className="hidden text-right text-base text-ink lg:inline">
            {short}
          </span>
        </Fragment>
      ))}
    </p>
  );
}
