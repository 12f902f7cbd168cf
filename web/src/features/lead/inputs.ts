import type { ComponentProps } from "react";
import type { Lead } from "../../api/leads";
import type { Asking, Question } from "../../api/types";

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

/** A field of a form. Of all that are `either`, one is enough. */
export type FormField = { name: LeadField; optional?: true; either?: true };

type Kind = Lead["kind"];

const email = { name: "email" } as const;
const phone = { name: "phone" } as const;
const optional = { optional: true } as const;
const either = { either: true } as const;

/** The inputs for what makes the visitor reachable. Without the owner's or the trade's choice, the specification's. */
function contactFields(kind: Kind, contact: Asking["contact"]): readonly FormField[] {
  switch (contact) {
    case "phone":
      return [phone, { ...email, ...optional }];
    case "either":
      return [
        { ...phone, ...either },
        { ...email, ...either },
      ];
    case "email":
      return [email, { ...phone, ...optional }];
    default:
      return kind === "quote_request" ? [email, { ...phone, ...optional }] : [email, phone];
  }
}

/** The fields of a form. A basket says enough without a message. */
export function fieldsOf(kind: Kind, { contact, noCompany }: Asking = {}, hasBasket = false): readonly FormField[] {
  const message: FormField = hasBasket ? { name: "message", ...optional } : { name: "message" };
  const rest: FormField[] = kind === "quote_request" ? [message] : noCompany ? [] : [{ name: "company" }];
  return [{ name: "name" }, ...contactFields(kind, contact), ...rest];
}

/** The questions of a form. With a basket there may be one more, for the day. */
export const questionsOf = ({ questions = [], wish = [] }: Asking = {}, hasBasket = false): readonly Question[] =>
  hasBasket ? [...questions, ...wish] : questions;

const prefix = "detail:";

/** The name of the input of a question. The server reads the label from it. */
export const nameOf = ({ label }: Question) => prefix + label;

/** The label of the question with this input; undefined for other inputs. */
export const labelOf = (name: string) => (name.startsWith(prefix) ? name.slice(prefix.length) : undefined);
