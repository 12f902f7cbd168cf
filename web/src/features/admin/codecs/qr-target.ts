import type { Codec } from "./codec";

/** Without a target of the owner's, the form offers this site's own address. */
export const qrTarget = {
  inputs: { qrUrl: { kind: "url", min: 0, max: 2048, required: true } },
  split: (text) => ({ qrUrl: text || location.origin }),
  join: ({ qrUrl = "" }) => qrUrl,
} as const satisfies Codec;
