type Platform = "android" | "ios" | "other";

/** The in-app browsers of Instagram and Facebook, which drop downloads silently. `loader.ts` has the same list. */
const inApp = /Instagram|FBA[NV]|FB_IAB/;

/** The operating system of an in-app browser; null in an ordinary browser. */
export function inAppPlatform(userAgent: string): Platform | null {
  if (!inApp.test(userAgent)) return null;
  if (userAgent.includes("Android")) return "android";
  return /iPhone|iPad|iPod/.test(userAgent) ? "ios" : "other";
}

/** A URL that Android opens in the owner's preferred browser. */
export function intentUrl(href: string): string {
  const { protocol, host, pathname, search } = new URL(href);
  const fallback = encodeURIComponent(href);
  return `intent://${host}${pathname}${search}#Intent;scheme=${protocol.slice(0, -1)};action=android.intent.action.VIEW;category=android.intent.category.BROWSABLE;S.browser_fallback_url=${fallback};end`;
}
