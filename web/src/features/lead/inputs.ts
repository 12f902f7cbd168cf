import type { ComponentProps } from "react";
import type { Lead } from "../../api/leads";

type Input = { rows?: number } & Pick<ComponentProps<"input">, "type" | "inputMode" | "autoComplete" | "pattern">;

/**
 * How each field is typed; the server has the last word on what may stand in it. None has a maxLength: a browser cuts
 * what is pasted without a word.
 */
export const inputs = {
  name: { type: "text", autoComplete: "name" },
  email: { type: "email", inputMode: "email", autoComplete: "email", pattern: ".+@.+\\..+" },
  phone: { type: "tel", inputMode: "tel", autoComplete: "tel", pattern: "\\+?[0-9०-९૦-૯ \\(\\).\\-]+" },
  company: { type: "text", autoComplete: "organization" },
  message: { rows: 4 },
} as const satisfies Record<string, Input>;

export type LeadField = keyof typeof inputs;

/** A field of a form; the specification lets some be empty. */
type FormField = { name: LeadField; optional?: true };

/** What each form asks for. */
export const formFields: Record<Lead["kind"], readonly FormField[]> = {
  quote_request: [{ name: "name" }, { name: "email" }, { name: "phone", optional: true }, { name: "message" }],
  portfolio_request: [{ name: "name" }, { name: "email" }, { name: "phone" }, { name: "company" }],
};
