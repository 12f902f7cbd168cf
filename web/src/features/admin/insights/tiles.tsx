import type { Column, Stats } from "../../../api/insights";
import { cx } from "../../../lib/cx";
import { Became } from "./became";
import { changeOf, isCompared, sum, useFigures } from "./figures";
import { area, line, places, thin } from "./scale";

/** Longer numbers get a smaller font: ₹1,00,00,000 does not fit on half a phone screen. */
const longNumber = 9;

/** The key numbers and their trends. */
export function Tiles({ stats }: { stats: Stats }) {
  const figures = useFigures();
  const { t, plain } = figures;
  const columns: Column[] = ["visits", "taps", "leads", stats.money ? "value" : "won"];
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,9.25rem),1fr))] gap-3 lg:grid-cols-4 lg:gap-4">
      {columns.map((column) => {
        const now = sum(stats.total, column);
        const before = sum(stats.totalBefore, column);
        return (
          <div
            key={column}
            data-tile={column}
            className="flex min-w-0 flex-col rounded-card border border-line bg-white p-3.5 shadow-card sm:p-4"
          >
            <dt className="text-muted text-sm">{t(`insights.column.${column === "value" ? "won" : column}`)}</dt>
            <dd
              className={cx(
                "mt-0.5 font-bold leading-tight wrap-anywhere",
                plain(column, now).length > longNumber ? "text-[min(1.25rem,5vw)]" : "text-[min(1.625rem,6.4vw)]",
              )}
            >
              {plain(column, now)}
            </dd>
            <dd className="mt-1 flex flex-1 flex-wrap items-end justify-between gap-x-2">
              {isCompared(stats, column) ? (
                <Became change={changeOf(figures, column, now, before)} />
              ) : (
                <span className="text-muted text-sm">{t("insights.uncompared")}</span>
              )}
              <Spark
                values={thin(
                  stats.each.map((day) => sum(day, column)),
                  sparkPoints,
                )}
              />
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

const sparkPoints = 30;
const width = 72;
const height = 24;

/** A sparkline without labels; the values are beside it and in the table. */
function Spark({ values }: { values: readonly number[] }) {
  const most = Math.max(...values);
  if (most <= 0 || values.length < 2) return null;
  const all = places(values, most, width, height);
  const last = all.at(-1);
  return (
    <svg
      aria-hidden="true"
      viewBox={`-3 -3 ${width + 6} ${height + 6}`}
      className="h-8 w-20 shrink-0 max-[22rem]:hidden"
    >
      <path d={area(all, height)} className="fill-gold/25" />
      <path d={line(all)} fill="none" strokeWidth="1.5" strokeLinejoin="round" className="stroke-gold-deep" />
      {last && <circle cx={last.x} cy={last.y} r="2.5" className="fill-gold-ink" />}
    </svg>
  );
}
