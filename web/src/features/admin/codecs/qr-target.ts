import type { Codec } from "./codec";

/** Without a stored target, the form suggests this site's address. */
export const qrTarget = {
  inputs: { qrUrl: { kind: "url", min: 0, max: 2048, required: true } },
  split: (text) => ({ qrUrl: text || location.origin }),
  join: ({ qrUrl = "" }) => qrUrl,
} as const satisfies Codec;
