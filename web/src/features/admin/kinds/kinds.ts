import type { ComponentType } from "react";
import type { KindInputProps } from "../form/kind-input";
import type { Kind } from "../values/validate";
import { HtmlInput } from "./html-input";
import { IconInput } from "./icon-input";
import { ImageInput } from "./image-input";
import { lineInput } from "./line-input";
import { MonthInput } from "./month-input";
import { MultilineInput } from "./multiline-input";
import { RangeInput } from "./range-input";
import { SwatchInput } from "./swatch-input";

/** `grouped`: several controls under one heading, instead of one under its label. */
type KindOfInput = { Input: ComponentType<KindInputProps>; grouped?: true };

/** How each kind of field is given its value. */
export const kinds: Record<Kind, KindOfInput> = {
  text: { Input: lineInput({ type: "text" }) },
  multiline: { Input: MultilineInput },
  url: { Input: lineInput({ type: "url", inputMode: "url", autoComplete: "url", spellCheck: false }) },
  email: { Input: lineInput({ type: "email", inputMode: "email", autoComplete: "email", spellCheck: false }) },
  phone: { Input: lineInput({ type: "tel", inputMode: "tel", autoComplete: "tel" }) },
  image: { Input: ImageInput },
  range: { Input: RangeInput },
  tags: { Input: lineInput({ type: "text" }) },
  html: { Input: HtmlInput },
  icon: { Input: IconInput },
  date: { Input: lineInput({ type: "date" }) },
  month: { Input: MonthInput, grouped: true },
  swatch: { Input: SwatchInput, grouped: true },
};
