import type { KindInputProps } from "../form/kind-input";
import { ChoiceInput } from "./choice-input";

const swatchOf = (colour: string) => (
  <svg aria-hidden="true" width="24" height="24" viewBox="0 0 24 24">
    <circle cx="12" cy="12" r="11" fill={colour} />
  </svg>
);

/** One of a few colours, each with its name for people who cannot see the colour. */
export function SwatchInput(props: KindInputProps) {
  return <ChoiceInput {...props} drawingOf={swatchOf} />;
}
