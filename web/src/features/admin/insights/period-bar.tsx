import { ChevronLeft, ChevronRight } from "lucide-react";
import type { Period, Stats } from "../../../api/insights";
import { useLanguage } from "../../../i18n/language";
import { IconButton } from "../ui/icon-button";
import { Segmented } from "../ui/segmented";
import { dayAfter, spanText } from "./days";

export const periods: Record<Period, number> = { "7d": 7, "28d": 28, "90d": 90, "365d": 365 };
const all = Object.keys(periods) as Period[];

type Props = {
  stats: Stats;
  period: Period;
  /** `end` is undefined for the default end, so that the period moves on with the date. */
  onChange: (period: Period, end?: string) => void;
};

/** Selects the length of the period and moves it back and forth. */
export function PeriodBar({ stats, period, onChange }: Props) {
  const { lang, t } = useLanguage();
  const { days, before, today, since } = stats;
  const isLatest = days.until >= today;
  const isFirst = since === "" || days.from <= since;
  const yesterday = dayAfter(today, -1);
  // The server's default: yesterday, or today if counting began today.
  const usual = since === "" || since >= today ? today : yesterday;
  const show = (next: Period, end: string) => onChange(next, end === usual ? undefined : end);
  const back = () => show(period, dayAfter(days.until, -periods[period]));
  const forth = () => {
    const end = dayAfter(days.until, periods[period]);
    show(period, end <= yesterday ? end : days.until < yesterday ? yesterday : today);
  };
  return (
    <div className="grid grid-cols-1 gap-2 lg:grid-cols-[1fr_auto] lg:items-center lg:gap-6">
      <div className="lg:order-2 lg:min-w-100">
        <Segmented
          label={t("insights.period")}
          name="period"
          value={period}
          options={all.map((value) => ({ value, content: t(`insights.period.${value}`) }))}
          onChange={(next) => show(next, days.until)}
        />
      </div>
      <div className="flex items-center gap-2 text-center lg:text-left">
        <IconButton
          icon={ChevronLeft}
          label={t("insights.earlier")}
          aria-disabled={isFirst}
          onClick={() => isFirst || back()}
        />
        <p role="status" className="min-w-0 flex-1 lg:flex-none">
          <span className="block font-bold">{spanText(lang, days, today)}</span>
          <span className="block text-muted text-sm">
            {t("insights.compared", { span: spanText(lang, before, today) })}
          </span>
        </p>
        <IconButton
          icon={ChevronRight}
          label={t("insights.later")}
          aria-disabled={isLatest}
          onClick={() => isLatest || forth()}
        />
      </div>
    </div>
  );
}
