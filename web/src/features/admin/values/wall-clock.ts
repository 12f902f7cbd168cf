import { timeText } from "../../../i18n/time-text";
import type { Translate } from "../../../i18n/words";
import { monthName } from "./days";

const istMinutes = 5 * 60 + 30;

/** Date and time in India, in the stored format "2025-03-18T09:30". */
export const nowInIndia = (now = Date.now()): string =>
  new Date(now + istMinutes * 60_000).toISOString().slice(0, "2025-03-18T09:30".length);

/** A stored moment in short form: "1 December, 9:00 AM". */
export function shortMoment(t: Translate, stored: string): string {
  const [, month = "", day = ""] = stored.split(/[-T:]/);
  return t("block.moment", { day: Number(day), month: monthName(t, month), time: clockText(t, stored) });
}

/** The time of a stored moment: "9:00 AM". */
export function clockText(t: Translate, stored: string): string {
  const [, , , hour = "", minute = ""] = stored.split(/[-T:]/);
  return timeText(t, { hour: Number(hour), minute: Number(minute) });
}
