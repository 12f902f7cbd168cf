/** Whether the visitor asked their browser to spare their data. */
export function savesData(): boolean {
  return "connection" in navigator && Boolean((navigator.connection as { saveData?: boolean }).saveData);
}
