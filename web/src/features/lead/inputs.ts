import type { ComponentProps } from "react";
import type { Lead } from "../../api/leads";

type Input = { rows?: number } & Pick<ComponentProps<"input">, "type" | "inputMode" | "autoComplete" | "pattern">;

/**
 * The attributes of each input. The server validates the values. No input has a maxLength, because browsers cut pasted
 * text silently.
 */
export const inputs = {
  name: { type: "text", autoComplete: "name" },
  email: { type: "email", inputMode: "email", autoComplete: "email", pattern: ".+@.+\\..+" },
  phone: { type: "tel", inputMode: "tel", autoComplete: "tel", pattern: "\\+?[0-9०-९૦-૯ \\(\\).\\-]+" },
  company: { type: "text", autoComplete: "organization" },
  message: { rows: 4 },
} as const satisfies Record<string, Input>;

export type LeadField = keyof typeof inputs;

/** A field of a form. The specification makes some optional. */
type FormField = { name: LeadField; optional?: true };

/** The fields of each form. */
export const formFields: Record<Lead["kind"], readonly FormField[]> = {
  quote_request: [{ name: "name" }, { name: "email" }, { name: "phone", optional: true }, { name: "message" }],
  portfolio_request: [{ name: "name" }, { name: "email" }, { name: "phone" }, { name: "company" }],
};
