const schemes = /^(https?:\/\/|mailto:|tel:)/i;
const anyScheme = /^[a-z][a-z0-9+.-]*:(?!\d)/i;

/** Whether the server lets a link lead there: the web, a mail, a call, or this site. */
export const isLinkable = (href: string): boolean =>
  schemes.test(href) || (!anyScheme.test(href) && !/\s/.test(href) && href !== "");

/** Where a typed address leads, or nothing if nowhere: "example.in" and "a@example.in" are meant as people mean them. */
export function linkHref(typed: string): string | null {
  const text = typed.trim();
  if (!isLinkable(text)) return null;
  if (schemes.test(text)) return URL.canParse(text) ? text : null;
  if (/^[/#?]/.test(text)) return text.startsWith("//") ? null : text;
  const full = /^[^@\s/]+@[^@\s/]+$/.test(text) ? `mailto:${text}` : `https://${text}`;
  return /[^.]\.[^.]/.test(text) && URL.canParse(full) ? full : null;
}
