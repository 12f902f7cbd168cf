import type { CollectionKey, ItemValues } from "../../../api/types";
import type { Translate } from "../../../i18n/words";
import { traitsOf } from "../collections";
import { dayText, shortDay, today } from "../values/days";
import { clockText, shortMoment } from "../values/wall-clock";

export type PublishState = "draft" | "scheduled" | "published";

/** The public state of an article, which the public can read from `from` on. */
export function publishState(published: boolean, from: string, now: string): PublishState {
  if (!published) return "draft";
  return from > now ? "scheduled" : "published";
}

const textOf = (value: ItemValues[string] | undefined) => (typeof value === "string" ? value : "");

/** From when an item is public: its day, with the hour if there is one; empty: at once. */
export function publicFrom(collection: CollectionKey, values: ItemValues): string {
  const { scheduled, hour } = traitsOf(collection);
  const [day, time] = [textOf(values[scheduled]), textOf(values[hour])];
  return day && time ? `${day}T${time}` : day;
}

/** A day, or a day and an hour, short enough for a button. */
export function publicFromText(t: Translate, from: string): string {
  const isThisYear = from.slice(0, 4) === today().slice(0, 4);
  const [day = "", time] = from.split("T");
  if (!time) return isThisYear ? shortDay(t, day) : dayText(t, day);
  return isThisYear ? shortMoment(t, from) : t("admin.moment", { day: dayText(t, day), time: clockText(t, from) });
}
