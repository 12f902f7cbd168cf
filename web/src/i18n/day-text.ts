import type { Translate } from "./words";

const dayKeys = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;

/** `day` counts from Monday. */
export const dayText = (t: Translate, day: number) => t(`hours.day.${dayKeys[day] ?? "mon"}`);
