/** Whether the visitor asked the browser to save data. */
export function savesData(): boolean {
  return "connection" in navigator && Boolean((navigator.connection as { saveData?: boolean }).saveData);
}
