import type { Codec } from "./codec";

const line = { kind: "text", min: 0, max: 120, required: true } as const;
const leastLines = 3;

/** Splits at the first or last separator; without a separator, the whole text is the head. */
function cut(text: string, separator: string, where: "indexOf" | "lastIndexOf"): [head: string, tail: string] {
  const at = text[where](separator);
  return at < 0 ? [text, ""] : [text.slice(0, at).trim(), text.slice(at + separator.length).trim()];
}

const filled = (parts: readonly (string | undefined)[], separator: string) =>
  parts
    .map((part = "") => part.trim())
    .filter(Boolean)
    .join(separator);

/**
 * One text ⇄ street, "city, state zip", country. A street may have several lines. A text with too few lines is
 * treated as the street.
 */
export const addressParts = {
  inputs: {
    street: { kind: "multiline", min: 0, max: 300, required: true },
    city: line,
    state: line,
    zip: { ...line, max: 20 },
    country: line,
  },
  split: (text) => {
    const lines = text.split("\n");
    if (lines.length < leastLines) return { street: text, city: "", state: "", zip: "", country: "" };
    const [city, region] = cut(lines.at(-2) ?? "", ",", "indexOf");
    const [state, zip] = cut(region, " ", "lastIndexOf");
    return { street: lines.slice(0, -2).join("\n"), city, state, zip, country: lines.at(-1) ?? "" };
  },
  join: ({ street, city, state, zip, country }) =>
    filled([street, filled([city, filled([state, zip], " ")], ", "), country], "\n"),
} as const satisfies Codec;
