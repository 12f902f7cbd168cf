import { dateText } from "../../i18n/date-text";
import { dayText } from "../../i18n/day-text";
import { timeText } from "../../i18n/time-text";
import type { Translate } from "../../i18n/words";
import type { Moment, Opening } from "./opening";

function values(t: Translate, moment: Moment) {
  return { time: timeText(t, moment), day: dayText(t, moment.day) };
}

export function openingText(t: Translate, opening: Opening): string {
  if (!opening.open) {
    const { opens } = opening;
    if (opens.date) return t("special.opens", { ...values(t, opens), date: dateText(t, opens.date) });
    return t(opens.today ? "hours.opensToday" : "hours.opens", values(t, opens));
  }
  const { until } = opening;
  if (!until) return t("hours.always");
  return t(until.minutes <= 24 * 60 ? "hours.open" : "hours.openDays", values(t, until));
}
