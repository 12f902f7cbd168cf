const schemes = /^(https?:\/\/|mailto:|tel:)/i;
const anyScheme = /^[a-z][a-z0-9+.-]*:(?!\d)/i;

/** Whether the server allows a link target: web, mail, phone, or this site. */
export const isLinkable = (href: string): boolean =>
  schemes.test(href) || (!anyScheme.test(href) && !/\s/.test(href) && href !== "");

/** The target of a typed link, or null. "example.in" and "a@example.in" get the scheme that people mean. */
export function linkHref(typed: string): string | null {
  const text = typed.trim();
  if (!isLinkable(text)) return null;
  if (schemes.test(text)) return URL.canParse(text) ? text : null;
  if (/^[/#?]/.test(text)) return text.startsWith("//") ? null : text;
  const full = /^[^@\s/]+@[^@\s/]+$/.test(text) ? `mailto:${text}` : `https://${text}`;
  return /[^.]\.[^.]/.test(text) && URL.canParse(full) ? full : null;
}
