import { type PointerEvent, useState } from "react";
import type { Stats } from "../../../api/insights";
import { ChartSlider } from "./chart-slider";
import { dayAfter, type Point, pointsOf, shortDate, weekdayText } from "./days";
import { type Figures, sum, useFigures } from "./figures";
import { Panel } from "./panel";
import { ReportTable } from "./report-table";
import { area, labelled, line, places, ticks } from "./scale";
import { useSize } from "./use-size";

/** Visits per day compared with the previous period; for a year, per week. */
export function TimeChart({ stats, className }: { stats: Stats; className?: string }) {
  const figures = useFigures();
  const { lang, t } = figures;
  const points = pointsOf(stats.days.from, stats.each, stats.eachBefore);
  const columns = (["visits", "people", "views", "taps", "leads", "won", "value"] as const).filter(
    (column) => column !== "value" || stats.money,
  );
  return (
    <Panel
      report="days"
      className={className ?? ""}
      table={
        <ReportTable
          report="days"
          columns={columns}
          rows={stats.each
            .map((sums, index) => {
              const day = dayAfter(stats.days.from, index);
              return { key: day, name: `${weekdayText(lang, day)}, ${shortDate(lang, day)}`, sums };
            })
            .toReversed()}
        />
      }
    >
      <ul aria-hidden="true" className="flex flex-wrap gap-x-5 gap-y-1 text-sm">
        <li className="flex items-center gap-2">
          <svg aria-hidden="true" viewBox="0 0 24 4" className="h-1 w-6">
            <path d="M0 2h24" strokeWidth="3" className="stroke-gold-deep" />
          </svg>
          {t("insights.now")}
        </li>
        <li className="flex items-center gap-2">
          <svg aria-hidden="true" viewBox="0 0 24 4" className="h-1 w-6">
            <path d="M0 2h24" strokeWidth="2" strokeDasharray="4 3" className="stroke-muted" />
          </svg>
          {t("insights.before")}
        </li>
      </ul>
      <Drawing points={points} stats={stats} figures={figures} />
    </Panel>
  );
}

/** The name of a point: a day, or the first and last day of a week. */
function pointName({ lang, t }: Figures, { from, until }: Point): string {
  if (from === until) return `${weekdayText(lang, from, "long")}, ${shortDate(lang, from)}`;
  return t("insights.span", { from: shortDate(lang, from), until: shortDate(lang, until) });
}

const top = 14;

function Drawing({ points, stats, figures }: { points: readonly Point[]; stats: Stats; figures: Figures }) {
  const { lang, t, plain, withUnit } = figures;
  const [box, { width, letter }] = useSize<HTMLDivElement>();
  const [chosen, setChosen] = useState<number | null>(null);
  const now = points.map(({ sums }) => sum(sums, "visits"));
  const before = points.map((point) => sum(point.before, "visits"));
  const most = Math.max(...now);
  const busiest = now.indexOf(most);
  const scale = ticks(Math.max(most, ...before));
  const highest = scale.at(-1) ?? 1;
  const left = letter * 0.62 * plain("visits", highest).length + 10;
  const right = letter * 0.6;
  const bottom = letter * 1.5;
  const plot = Math.max(40, width - left - right);
  const height = width > 560 ? 250 : 190;
  const nowAt = places(now, highest, plot, height);
  const beforeAt = places(before, highest, plot, height);
  const at = Math.min(chosen ?? Math.max(0, busiest), points.length - 1);
  const point = points[at];
  const place = nowAt[at];
  if (!point || !place) return null;

  const said = (which: Point) =>
    [
      `${pointName(figures, which)}: ${withUnit("visits", sum(which.sums, "visits"))}`,
      withUnit("taps", sum(which.sums, "taps")),
      t("insights.before.n", { n: plain("visits", sum(which.before, "visits")) }),
    ].join(", ");
  const choose = (event: PointerEvent<HTMLElement>) => {
    const x = event.clientX - event.currentTarget.getBoundingClientRect().left - left;
    const index = Math.round((x / plot) * (points.length - 1));
    setChosen(Math.min(points.length - 1, Math.max(0, index)));
  };
  const sentence = t("insights.chart.days", {
    report: t("insights.report.days"),
    total: withUnit("visits", sum(stats.total, "visits")),
    before: plain("visits", sum(stats.totalBefore, "visits")),
    day: pointName(figures, points[Math.max(0, busiest)] ?? point),
    most: plain("visits", most),
  });
  const room = Math.max(2, Math.floor(plot / (letter * 3.4)));
  const label = ({ from }: Point) => (points.length <= 7 ? weekdayText(lang, from) : shortDate(lang, from));
  return (
    <div
      ref={box}
      onPointerDown={choose}
      onPointerMove={(event) => (event.pointerType === "mouse" || event.buttons > 0) && choose(event)}
      className="relative touch-pan-y rounded-well has-focus-visible:outline-2 has-focus-visible:outline-gold-ink has-focus-visible:outline-offset-2"
    >
      <svg
        role="img"
        aria-label={sentence}
        width={width}
        height={top + height + bottom}
        viewBox={`0 0 ${width} ${top + height + bottom}`}
        className="block max-w-full select-none overflow-visible text-xs"
      >
        <g transform={`translate(${left} ${top})`}>
          {scale.map((value) => (
            <g key={value} transform={`translate(0 ${height - (value / highest) * height})`}>
              <path d={`M0 0H${plot}`} className="stroke-line" />
              <text x={-8} dy="0.32em" textAnchor="end" className="fill-muted">
                {plain("visits", value)}
              </text>
            </g>
          ))}
          <path d={area(nowAt, height)} className="fill-gold/20" />
          <path d={line(beforeAt)} fill="none" strokeWidth="2" strokeDasharray="4 4" className="stroke-muted" />
          <path d={line(nowAt)} fill="none" strokeWidth="2.5" strokeLinejoin="round" className="stroke-gold-deep" />
          {nowAt.length <= 31 &&
            nowAt.map(({ x, y }) => (
              <circle key={x} cx={x} cy={y} r="3.5" strokeWidth="2" className="fill-white stroke-gold-deep" />
            ))}
          <path d={`M${place.x} 0V${height}`} strokeDasharray="3 3" className="stroke-gold-ink" />
          <circle cx={place.x} cy={place.y} r="5.5" strokeWidth="2" className="fill-gold-ink stroke-white" />
          {labelled(points.length, room).map((index) => {
            const one = points[index];
            if (!one) return null;
            const x = nowAt[index]?.x ?? 0;
            const last = index === points.length - 1 && points.length > 7;
            return (
              <text
                key={one.from}
                x={last ? Math.min(x + right, plot + right) : x}
                y={height + letter * 1.1}
                textAnchor={last ? "end" : points.length > 7 && index === 0 ? "start" : "middle"}
                className={index === at ? "fill-ink font-bold" : "fill-muted"}
              >
                {label(one)}
              </text>
            );
          })}
        </g>
      </svg>
      <div
        aria-hidden="true"
        style={callout(left + place.x, top + place.y, width, top + height)}
        className="pointer-events-none absolute max-w-[62%] @max-[14rem]:static @max-[14rem]:max-w-none rounded-well bg-ink px-3 py-2 text-sm text-white shadow-lift"
      >
        <p className="font-bold">{pointName(figures, point)}</p>
        <p>
          {withUnit("visits", sum(point.sums, "visits"))}, {withUnit("taps", sum(point.sums, "taps"))}
        </p>
        <p className="text-gold-light">
          {t("insights.before.n", { n: withUnit("visits", sum(point.before, "visits")) })}
        </p>
      </div>
      <ChartSlider
        label={t("insights.report.days")}
        hint={t("insights.chart.use")}
        last={points.length - 1}
        at={at}
        said={said(point)}
        onChoose={setChosen}
      />
    </div>
  );
}

const gap = 14;

/** The position of the tooltip: beside its point, on the side with more room, and never above the chart. */
function callout(x: number, y: number, width: number, ground: number) {
  const side = x > width / 2 ? { right: width - x + gap } : { left: x + gap };
  return { ...side, top: y > ground / 2 ? 0 : ground * 0.5 };
}
