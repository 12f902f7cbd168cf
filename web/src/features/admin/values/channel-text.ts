import type { Translate } from "../../../i18n/words";

/** The name of a channel; custom ones keep their own: code:board, link:diwali, site:example.com, named:shop-board. */
export function channelText(t: Translate, channel: string): string {
  const [kind = "", ...rest] = channel.split(":");
  const name = rest.join(":");
  if (!name) return t.first([`channel.${channel}`]);
  return [t.first([`channel.${kind}`, ""]), name].filter(Boolean).join(" ");
}
