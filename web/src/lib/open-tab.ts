/** Opens an address in a new tab, or in this one where the browser allows no other after a request. */
export function openTab(href: string): void {
  const tab = window.open(href, "_blank");
  if (tab) tab.opener = null;
  else location.assign(href);
}
