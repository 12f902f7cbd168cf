import type { ComponentProps } from "react";
import type { Kind } from "./validate";

type Input = { rows?: number } & Pick<ComponentProps<"input">, "type" | "inputMode" | "autoComplete" | "spellCheck">;

/** How each kind of field is typed. A kind that is missing here cannot stand on a screen yet. */
export const inputs = {
  text: { type: "text" },
  multiline: { rows: 4 },
  url: { type: "url", inputMode: "url", autoComplete: "url", spellCheck: false },
  email: { type: "email", inputMode: "email", autoComplete: "email", spellCheck: false },
  phone: { type: "tel", inputMode: "tel", autoComplete: "tel" },
} as const satisfies Partial<Record<Kind, Input>>;

export type InputKind = keyof typeof inputs;
