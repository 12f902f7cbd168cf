import type { Translate } from "./words";

const partsOfDay = [
  ["early", 4],
  ["morning", 12],
  ["afternoon", 16],
  ["evening", 20],
  ["night", 24],
] as const;

/** A time of day in words: 6:12 PM, सुबह 6:12; a whole hour is 6:00 PM, but शाम 6. */
export function timeText(t: Translate, { hour, minute }: { hour: number; minute: number }): string {
  const [part] = partsOfDay.find(([, end]) => hour < end) ?? partsOfDay[0];
  const clock = hour % 12 || 12;
  const time = minute ? `${clock}:${String(minute).padStart(2, "0")}` : t("hours.time.whole", { hour: clock });
  return t(`hours.time.${part}`, { time });
}
