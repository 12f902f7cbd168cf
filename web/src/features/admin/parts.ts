import type { TranslationKey } from "../../i18n/words";
import { editItemPath, editPath } from "../../paths";
import type { ManagerKey } from "./collections";
import type { previews, ScreenKey } from "./screens";

/** Maps an element of a public page to the screen and the input that edit it. */
type Part = readonly [selector: string, screen: ScreenKey, field?: string];

/** Later entries overlay earlier ones. */
const shown: Record<(typeof previews)[keyof typeof previews]["path"], readonly Part[]> = {
  "/": [
    ["main header div:has(> img[alt=''])", "looks", "cover"],
    ["main header div:has(> span[aria-hidden])", "profile-image"],
    ["main .name", "brand-name", "brandName"],
    ["main .tagline", "tagline", "tagline"],
    ["main header div > p", "address", "businessHours"],
    ["main .welcome", "words-home", "welcome"],
    ["main header > div:last-child > :first-child", "looks", "mainAction"],
    ["nav[data-chat]", "social-links"],
    [".chat", "whatsapp", "chatLink"],
  ],
  "/download": [
    ["section[aria-labelledby='app']", "app-download"],
    ["section[aria-labelledby='address']", "address", "businessHours"],
    ["section:has(> div > img)", "qr-code", "qrLabel"],
    [".chat", "whatsapp", "chatLink"],
    ["main h1", "words-visit", "downloadTitle"],
    ["main h1 + p", "words-visit", "downloadSubtitle"],
  ],
  "/services": [
    ["main h1", "words-services", "servicesTitle"],
    ["main h1 + p", "words-services", "servicesSubtitle"],
    ["main h1 ~ div > :first-child", "words-form", "ask"],
    ["main h1 ~ div > :nth-child(2)", "words-services", "learnMore"],
  ],
  "/services/quote": [
    ["main form", "form", "formNeeds"],
    ["main h1", "words-form", "ask"],
    ["main h1 + p", "words-form", "askIntro"],
    ["main form > button", "words-form", "askSubmit"],
  ],
  "/portfolio": [
    ["main h1", "words-portfolio", "portfolioTitle"],
    ["main h1 + p", "words-portfolio", "portfolioSubtitle"],
    ["main h1 ~ div", "words-portfolio", "portfolioRequest"],
  ],
  "/blog": [
    ["main h1", "words-blog", "blogTitle"],
    ["main h1 + p", "words-blog", "blogSubtitle"],
  ],
};

/** Blocks that show a field lead to the screen of that field. */
const fieldBlocks: Partial<Record<string, ScreenKey>> = {
  phone: "phone",
  email: "email",
  address: "contact-address",
  shop: "shop-button-url",
  feedback: "feedback-url",
};

const blocks: ManagerKey = "blocks";

/** An element of the previewed page, the link to its editor, and the translation key of the link's label. */
export type Spot = { element: Element; to: string; field?: string | undefined; title: TranslationKey };

const spot = (element: Element, screen: ScreenKey, field?: string): Spot => ({
  element,
  to: editPath(screen),
  field,
  title: `screen.${screen}.title`,
});

/** All elements of a preview that lead to an editor. */
export function spotsOn(path: keyof typeof shown, page: Document): Spot[] {
  const fixed = shown[path].flatMap(([selector, ...way]) =>
    [...page.querySelectorAll(selector)].map((element) => spot(element, ...way)),
  );
  const marked = [...page.querySelectorAll("[data-edit]")].map((element) => {
    const id = element.getAttribute("data-edit") ?? "";
    const screen = fieldBlocks[id];
    if (screen) return spot(element, screen);
    return { element, to: editItemPath(blocks, id), title: "manager.blocks.edit" as const };
  });
  return [...fixed, ...marked];
}
