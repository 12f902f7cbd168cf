/** The next Monday, as a date input takes it. */
export function monday(): string {
  const day = new Date();
  day.setUTCDate(day.getUTCDate() + 7 + ((8 - day.getUTCDay()) % 7));
  return day.toISOString().slice(0, "2026-11-20".length);
}
