import { fields } from "../../../api/fields.gen";
import { validate } from "../values/validate";
import type { Codec } from "./codec";

const marker = "text=";
const linkRule = { ...fields.whatsapp, required: true } as const;

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return null;
  }
}

/**
 * One link ⇄ the link without its message, and the message. Without a stored link, the form suggests the one built from
 * the phone number.
 */
export const chatLink = {
  inputs: {
    chatLink: linkRule,
    chatMessage: { kind: "multiline", min: 0, max: 500, required: false },
  },
  split: (text, { socialLinks }) => {
    const link = text || socialLinks.whatsapp;
    const [address = "", query = ""] = link.split(/\?(.*)/s);
    const params = query.split("&");
    const encoded = params.find((param) => param.startsWith(marker));
    const message = encoded === undefined ? null : decoded(encoded.slice(marker.length));
    if (message === null) return { chatLink: link, chatMessage: "" };
    const rest = params.filter((param) => param !== encoded).join("&");
    return { chatLink: rest ? `${address}?${rest}` : address, chatMessage: message };
  },
  join: ({ chatLink = "", chatMessage = "" }) => {
    const link = validate(linkRule, chatLink).value ?? chatLink.trim();
    const message = chatMessage.trim();
    if (message === "") return link;
    return `${link}${link.includes("?") ? "&" : "?"}${marker}${encodeURIComponent(message)}`;
  },
} as const satisfies Codec;
