import { QrCode } from "lucide-react";
import type { ReactNode } from "react";
import { drawnHref } from "../../../api/codes";
import type { Stats } from "../../../api/insights";
import { IconWell } from "../../../ui/icon-well";
import { iconOf } from "./channel-icons";
import { sum, useFigures } from "./figures";
import { Panel } from "./panel";
import { ReportTable } from "./report-table";

type Props = {
  stats: Stats;
  /** A link to the codes screen, for the owner only. With it, rows also show pictures of the codes. */
  action?: ReactNode;
  className?: string;
};

const printed = /^code:(.+)$/;

/** The results of printed codes and short links. */
export function Codes({ stats, action, className }: Props) {
  const { t, plain, withUnit } = useFigures();
  const table = stats.reports.codes;
  if (!table) return null;
  const others = { key: "", name: t("insights.others", { count: plain("count", table.others) }), sums: table.rest };
  const rows = table.rows.map((row) => ({ key: row.key, name: row.name, sums: row }));
  return (
    <Panel
      report="codes"
      note={t("insights.codes.note")}
      action={action}
      className={className ?? ""}
      table={
        table.rows.length > 0 && (
          <ReportTable report="codes" columns={table.columns} rows={table.others > 0 ? [...rows, others] : rows} />
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
            const isLink = row.key.startsWith("link:");
            const followed = isLink
              ? t(scans === 1 ? "codes.clicks.one" : "codes.clicks.many", { n: plain("scans", scans) })
              : withUnit("scans", scans);
            const detail = [followed, withUnit("leads", sum(row, "leads"))];
            if (sum(row, "value") > 0) detail.push(plain("value", sum(row, "value")));
            return (
              <li key={row.key} data-row={row.key} className="flex items-start gap-3">
                <Picture channel={row.key} drawn={Boolean(action)} />
                <div className="min-w-0">
                  <p className="font-semibold wrap-anywhere">{row.name}</p>
                  <p className="text-muted text-sm">
                    {scans + sum(row, "leads") > 0 ? detail.join(" · ") : t(isLink ? "codes.noneLink" : "codes.none")}
                  </p>
                </div>
              </li>
            );
          })}
          {table.others > 0 && (
            <li className="flex flex-wrap items-center justify-between gap-x-3 border-line border-t pt-1 text-muted">
              <span className="py-2">{others.name}</span>
              {action}
            </li>
          )}
        </ul>
      )}
    </Panel>
  );
}

function Picture({ channel, drawn }: { channel: string; drawn: boolean }) {
  const code = printed.exec(channel)?.[1];
  if (drawn && code) {
    return (
      <img
        src={drawnHref(code)}
        alt=""
        loading="lazy"
        width={56}
        height={56}
        className="size-14 shrink-0 rounded-well border border-line bg-white @max-[14rem]:hidden"
      />
    );
  }
  return (
    <span className="@max-[14rem]:hidden">
      <IconWell icon={iconOf(channel)} />
    </span>
  );
}
