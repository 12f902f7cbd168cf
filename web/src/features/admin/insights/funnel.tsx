import { Eye, MessageSquare, MousePointerClick, Trophy } from "lucide-react";
import type { Stats } from "../../../api/insights";
import { Became } from "./became";
import { type Change, isCompared, shareText, sum, useFigures } from "./figures";
import { Panel } from "./panel";
import { ReportTable } from "./report-table";

const steps = [
  { column: "visits", icon: Eye },
  { column: "taps", icon: MousePointerClick, of: "visits" },
  { column: "leads", icon: MessageSquare, of: "taps" },
  { column: "won", icon: Trophy, of: "leads" },
] as const;

/** How many visitors of each step reach the next, and the overall result. */
export function Funnel({ stats, className }: { stats: Stats; className?: string }) {
  const { lang, t, plain } = useFigures();
  const { total, totalBefore, money } = stats;
  const table = stats.reports.funnel;
  const share = (
    sums: Stats["total"],
    { column, of }: { column: "taps" | "leads" | "won"; of: "visits" | "taps" | "leads" },
  ) => ({
    part: sum(sums, column),
    whole: sum(sums, of),
  });
  const text = ({ part, whole }: { part: number; whole: number }) => shareText(lang, part, whole);
  return (
    <Panel
      report="funnel"
      className={className ?? ""}
      table={
        table && (
          <ReportTable
            report="funnel"
            columns={table.columns}
            rows={table.rows.map((row) => ({ key: row.key, name: row.name, sums: row }))}
          />
        )
      }
    >
      <ol className="grid gap-3.5">
        {steps.map((step) => {
          const { column, icon: Icon } = step;
          const now = "of" in step ? share(total, step) : null;
          const before = "of" in step ? share(totalBefore, step) : null;
          const part = now ? now.part / Math.max(1, now.whole) : sum(total, "visits") > 0 ? 1 : 0;
          return (
            <li key={column} data-step={column} className="grid gap-1">
              <p className="flex flex-wrap items-center gap-x-2">
                <Icon size={20} className="shrink-0 text-gold-ink" />
                <span className="flex-1">{t(`insights.column.${column}`)}</span>
                <span className="font-bold">
                  {plain(column, sum(total, column))}
                  {column === "won" && money && ` · ${plain("value", sum(total, "value"))}`}
                </span>
              </p>
              <progress aria-hidden="true" value={Math.min(1, part)} max={1} className="meter h-2.5 w-full" />
              {now && before && "of" in step && now.whole + before.whole > 0 && (
                <p className="flex flex-wrap items-baseline justify-between gap-x-3 text-sm">
                  <span>{t(`insights.share.of.${step.of}`, { share: text(now) })}</span>
                  {before.whole > 0 && isCompared(stats, step.of) && (
                    <Became
                      change={shareChange(
                        now.part / Math.max(1, now.whole),
                        before.part / before.whole,
                        text(now) === text(before),
                        t("insights.was", { n: text(before) }),
                      )}
                    />
                  )}
                </p>
              )}
            </li>
          );
        })}
      </ol>
      <p className="mt-auto pt-1 text-muted text-sm">{t("insights.funnel.note")}</p>
    </Panel>
  );
}

/** Values that are displayed alike count as the same. */
function shareChange(now: number, before: number, isSame: boolean, text: string): Change {
  return { way: isSame ? "same" : now > before ? "up" : "down", text, was: "" };
}
