import { type KeyboardEvent, type PointerEvent, useState } from "react";
import type { Stats } from "../../../api/insights";
import { cx } from "../../../lib/cx";
import { ChartSlider } from "./chart-slider";
import { hourText, weekdayName } from "./days";
import { useFigures } from "./figures";
import { Panel } from "./panel";
import { ReportTable } from "./report-table";
import { shade } from "./scale";
import { useSize } from "./use-size";

const days = 7;
const hours = 24;
/** One shade for zero and four for more. They differ only in lightness, which colour-blind readers can tell apart. */
const shades = [
  "fill-ivory stroke-line",
  "fill-[#f3e1b0]",
  "fill-[#e0bb5a]",
  "fill-gold-deep",
  "fill-[#5c4408]",
] as const;

/** Visits by weekday and hour, summed over all weeks of the period. */
export function HeatMap({ stats, className }: { stats: Stats; className?: string }) {
  const { lang, t, withUnit } = useFigures();
  const all = stats.hours.flat();
  const most = Math.max(...all);
  const name = (cell: number) => {
    const hour = cell % hours;
    const day = weekdayName(lang, Math.floor(cell / hours), "long");
    return { day, from: hourText(lang, hour), until: hourText(lang, hour + 1) };
  };
  const busiest = all.indexOf(most);
  const rows = all
    .map((visits, cell) => ({ visits, cell }))
    .filter(({ visits }) => visits > 0)
    .map(({ visits, cell }) => {
      const { day, from, until } = name(cell);
      return { key: String(cell), name: `${day}, ${t("insights.span", { from, until })}`, sums: { visits } };
    });
  return (
    <Panel
      report="hours"
      note={most > 0 ? t("insights.busiest", name(busiest)) : undefined}
      className={className ?? ""}
      table={<ReportTable report="hours" columns={["visits"]} rows={rows} />}
    >
      {most > 0 ? (
        <Fields
          values={all}
          most={most}
          first={busiest}
          label={t("insights.busiest", name(busiest))}
          say={(cell) => t("insights.hour.cell", { ...name(cell), visits: withUnit("visits", all[cell] ?? 0) })}
        />
      ) : (
        <p className="text-muted">{t("insights.none")}</p>
      )}
    </Panel>
  );
}

type FieldsProps = {
  values: readonly number[];
  most: number;
  first: number;
  label: string;
  say: (cell: number) => string;
};

/** Up and down move by a day. Left and right move by an hour; the native slider handles them. */
const moves: Record<string, number> = { ArrowDown: hours, ArrowUp: -hours };

function Fields({ values, most, first, label, say }: FieldsProps) {
  const { lang, t, plain } = useFigures();
  const [box, { width, letter }] = useSize<HTMLDivElement>();
  const [chosen, setChosen] = useState(first);
  const at = Math.min(chosen, values.length - 1);
  const left = letter * 2.6;
  const top = letter * 1.5;
  const wide = Math.max(6, (width - left) / hours);
  const high = Math.max(letter * 1.1, Math.min(wide, 26));
  const step = [3, 6, 12].find((each) => (width - left) * each > letter * 3.4 * hours) ?? hours;
  const x = (cell: number) => left + (cell % hours) * wide;
  const y = (cell: number) => top + Math.floor(cell / hours) * high;

  const choose = (event: PointerEvent<HTMLElement>) => {
    const { left: boxLeft, top: boxTop } = event.currentTarget.getBoundingClientRect();
    const hour = Math.floor((event.clientX - boxLeft - left) / wide);
    const day = Math.floor((event.clientY - boxTop - top) / high);
    if (hour >= 0 && hour < hours && day >= 0 && day < days) setChosen(day * hours + hour);
  };
  const walk = (event: KeyboardEvent) => {
    const move = moves[event.key];
    if (!move) return;
    event.preventDefault();
    if (values[at + move] !== undefined) setChosen(at + move);
  };
  return (
    <div ref={box} className="grid gap-2">
      <div
        onPointerDown={choose}
        onPointerMove={(event) => event.pointerType === "mouse" && choose(event)}
        className="relative rounded-well has-focus-visible:outline-2 has-focus-visible:outline-gold-ink has-focus-visible:outline-offset-2"
      >
        <svg
          role="img"
          aria-label={label}
          width={width}
          height={top + days * high}
          viewBox={`0 0 ${width} ${top + days * high}`}
          className="block max-w-full select-none text-xs"
        >
          {Array.from({ length: hours / step }, (_, index) => index * step).map((hour) => (
            <text key={hour} x={left + hour * wide} y={letter} className="fill-muted">
              {hourText(lang, hour)}
            </text>
          ))}
          {Array.from({ length: days }, (_, day) => (
            <text key={weekdayName(lang, day, "long")} y={top + (day + 0.5) * high} dy="0.35em" className="fill-muted">
              {weekdayName(lang, day, "short")}
            </text>
          ))}
          {values.map((value, cell) => (
            <rect
              key={`${x(cell)} ${y(cell)}`}
              x={x(cell) + 1}
              y={y(cell) + 1}
              width={wide - 2}
              height={high - 2}
              rx="3"
              className={shades[shade(value, most)] ?? ""}
            />
          ))}
          <rect
            x={x(at)}
            y={y(at)}
            width={wide}
            height={high}
            rx="4"
            strokeWidth="2.5"
            className="fill-none stroke-ink"
          />
        </svg>
        <ChartSlider
          label={t("insights.report.hours")}
          hint={t("insights.hours.use")}
          last={values.length - 1}
          at={at}
          said={say(at)}
          onChoose={setChosen}
          onKeyDown={walk}
        />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-sm">
        <p aria-hidden="true">{say(at)}</p>
        <p className="ml-auto flex flex-wrap items-center gap-1.5 text-muted">
          {t("insights.hours.fewer")}
          <svg aria-hidden="true" viewBox="0 0 90 14" className="h-3.5 w-22">
            {shades.map((look, index) => (
              <rect key={look} x={index * 18 + 1} y="1" width="15" height="12" rx="3" className={cx(look)} />
            ))}
          </svg>
          {t("insights.hours.more")}
          <span className="sr-only">({plain("visits", most)})</span>
        </p>
      </div>
    </div>
  );
}
