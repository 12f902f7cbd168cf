type Platform = "android" | "ios" | "other";

/** The browsers inside Instagram and Facebook, which drop downloads without a word. `loader.ts` knows them too. */
const inApp = /Instagram|FBA[NV]|FB_IAB/;

/** The system under an in-app browser; null in an ordinary one. */
export function inAppPlatform(userAgent: string): Platform | null {
  if (!inApp.test(userAgent)) return null;
  if (userAgent.includes("Android")) return "android";
  return /iPhone|iPad|iPod/.test(userAgent) ? "ios" : "other";
}

/** An address that Android hands to the browser its owner prefers. */
export function intentUrl(href: string): string {
  const { protocol, host, pathname, search } = new URL(href);
  const fallback = encodeURIComponent(href);
  return `intent://${host}${pathname}${search}#Intent;scheme=${protocol.slice(0, -1)};action=android.intent.action.VIEW;category=android.intent.category.BROWSABLE;S.browser_fallback_url=${fallback};end`;
}
