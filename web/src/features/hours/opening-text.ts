import { timeText } from "../../i18n/time-text";
import type { Translate } from "../../i18n/words";
import type { Moment, Opening } from "./opening";

const dayKeys = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;

/** `day` counts from Monday. */
export const dayText = (t: Translate, day: number) => t(`hours.day.${dayKeys[day] ?? "mon"}`);

function values(t: Translate, moment: Moment) {
  return { time: timeText(t, moment), day: dayText(t, moment.day) };
}

export function openingText(t: Translate, opening: Opening): string {
  if (!opening.open) {
    const { opens } = opening;
    return t(opens.today ? "hours.opensToday" : "hours.opens", values(t, opens));
  }
  const { until } = opening;
  if (!until) return t("hours.always");
  return t(until.minutes <= 24 * 60 ? "hours.open" : "hours.openDays", values(t, until));
}
