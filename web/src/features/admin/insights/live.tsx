import type { Stats } from "../../../api/insights";
import { sum, useFigures } from "./figures";

/** Current activity, whatever period is selected. */
export function Live({ stats: { live, days, today } }: { stats: Stats }) {
  const { t, withUnit } = useFigures();
  return (
    <p data-live="" className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      <span className="flex items-center gap-2 font-semibold">
        <span
          aria-hidden="true"
          className={live.visits > 0 ? "size-2.5 rounded-full bg-chat" : "size-2.5 rounded-full border-2 border-edge"}
        />
        {t("insights.live", { visits: withUnit("visits", live.visits) })}
      </span>
      <span className="text-muted">
        {t("insights.today", {
          visits: withUnit("visits", sum(live.today, "visits")),
          taps: withUnit("taps", sum(live.today, "taps")),
          leads: withUnit("leads", sum(live.today, "leads")),
        })}
        {days.until === today && ` · ${t("insights.unfinished")}`}
      </span>
    </p>
  );
}
