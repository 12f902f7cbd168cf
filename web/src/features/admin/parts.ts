import { editItemPath, editPath } from "../../paths";
import type { ManagerKey } from "./collections";
import type { previews, ScreenKey } from "./screens";

/** Where on a public page something is shown, which screen changes it, and with which input. */
type Part = readonly [selector: string, screen: ScreenKey, field?: string];

/** What stands above something else comes after it. */
const shown: Record<(typeof previews)[keyof typeof previews]["path"], readonly Part[]> = {
  "/": [
    ["main header div:has(> img[alt=''])", "looks", "cover"],
    ["main header div:has(> span[aria-hidden])", "profile-image"],
    ["main header > h2", "brand-name", "brandName"],
    ["main header > h2 + p", "tagline", "tagline"],
    ["main header div > p", "address", "businessHours"],
    ["main header > div:last-child > :first-child", "looks", "mainAction"],
    ["nav[data-chat]", "social-links"],
    [".chat", "whatsapp", "chatLink"],
  ],
  "/download": [
    ["section[aria-labelledby='app']", "app-download"],
    ["section[aria-labelledby='address']", "address", "businessHours"],
    ["section:has(> div > img)", "qr-code", "qrLabel"],
    [".chat", "whatsapp", "chatLink"],
  ],
};

/** Blocks that show a field: that is what one wants to change there. */
const fieldBlocks: Partial<Record<string, ScreenKey>> = {
  phone: "phone",
  email: "email",
  address: "contact-address",
  shop: "shop-button-url",
  feedback: "feedback-url",
};

const blocks: ManagerKey = "blocks";

/** A part of a page that is shown, the way to where it is edited, and by which words that is known. */
export type Spot = { element: Element; to: string; field?: string | undefined; words: readonly string[] };

const spot = (element: Element, screen: ScreenKey, field?: string): Spot => ({
  element,
  to: editPath(screen),
  field,
  words: [`screen.${screen}.title`],
});

/** Everything on a preview that can be pressed to be edited. */
export function spotsOn(path: keyof typeof shown, page: Document): Spot[] {
  const fixed = shown[path].flatMap(([selector, ...way]) =>
    [...page.querySelectorAll(selector)].map((element) => spot(element, ...way)),
  );
  const marked = [...page.querySelectorAll("[data-edit]")].map((element) => {
    const id = element.getAttribute("data-edit") ?? "";
    const screen = fieldBlocks[id];
    if (screen) return spot(element, screen);
    return { element, to: editItemPath(blocks, id), words: [`manager.${blocks}.edit`] };
  });
  return [...fixed, ...marked];
}
