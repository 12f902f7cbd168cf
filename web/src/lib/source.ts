const named = ["src", "utm_source"];

function arrival(): string {
  const query = new URLSearchParams(location.search);
  for (const name of named) if (query.get(name)) return query.get(name) ?? "";
  const { referrer } = document;
  return referrer && new URL(referrer).host !== location.host ? new URL(referrer).host.replace(/^www\./, "") : "";
}

/** What led the visitor to this site, remembered while they move between its pages; it says nothing about who they are. */
export function source(): string {
  try {
    sessionStorage.source ||= arrival();
    return sessionStorage.source;
  } catch {
    return arrival();
  }
}
