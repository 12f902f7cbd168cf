import { timeText } from "../../../i18n/time-text";
import type { Translate } from "../../../i18n/words";
import { type Lang, localeOf } from "../../../lib/lang";

const startOfDay = (time: Date) => new Date(time.getFullYear(), time.getMonth(), time.getDate()).getTime();
const dayMs = 24 * 60 * 60 * 1000;

/** A moment in words: today and yesterday by name, older days by date. */
export function momentText(t: Translate, lang: Lang, at: string, now = new Date()): string {
  const then = new Date(at);
  const time = timeText(t, { hour: then.getHours(), minute: then.getMinutes() });
  const daysAgo = Math.round((startOfDay(now) - startOfDay(then)) / dayMs);
  const day =
    daysAgo < 2
      ? new Intl.RelativeTimeFormat(localeOf(lang), { numeric: "auto" }).format(-daysAgo, "day")
      : then.toLocaleDateString(localeOf(lang), { day: "numeric", month: "long", year: "numeric" });
  return t("admin.moment", { day, time });
}
