import type { ComponentType } from "react";
import type { KindInputProps } from "../form/kind-input";
import type { Kind, Rule } from "../values/validate";
import { ChipsInput } from "./chips-input";
import { ChoiceInput } from "./choice-input";
import { ColourInput } from "./colour-input";
import { GlyphInput } from "./glyph-input";
import { GroupInput } from "./group-input";
import { HtmlInput } from "./html-input";
import { IconInput } from "./icon-input";
import { ImageInput } from "./image-input";
import { lineInput } from "./line-input";
import { MonthInput } from "./month-input";
import { MultilineInput } from "./multiline-input";
import { OrderInput } from "./order-input";
import { PriceInput } from "./price-input";
import { QuestionsInput } from "./questions-input";
import { RangeInput } from "./range-input";
import { RowsInput } from "./rows-input";
import { SomeInput } from "./some-input";
import { SwatchInput } from "./swatch-input";
import { SwitchInput } from "./switch-input";

/** `grouped`: several controls under one heading; `beside`: one control beside its label; otherwise below it. */
type KindOfInput = { Input: ComponentType<KindInputProps>; grouped?: true; beside?: true };

/** The input of each kind of field. */
const kinds: Record<Kind, KindOfInput> = {
  text: { Input: lineInput({ type: "text" }) },
  multiline: { Input: MultilineInput },
  days: { Input: MultilineInput }, // on the hours screen they have their own
  url: { Input: lineInput({ type: "url", inputMode: "url", autoComplete: "url", spellCheck: false }) },
  email: { Input: lineInput({ type: "email", inputMode: "email", autoComplete: "email", spellCheck: false }) },
  phone: { Input: lineInput({ type: "tel", inputMode: "tel", autoComplete: "tel" }) },
  image: { Input: ImageInput },
  range: { Input: RangeInput },
  tags: { Input: ChipsInput },
  html: { Input: HtmlInput },
  icon: { Input: IconInput, grouped: true },
  date: { Input: lineInput({ type: "date" }) },
  month: { Input: MonthInput, grouped: true },
  swatch: { Input: SwatchInput, grouped: true },
  switch: { Input: SwitchInput, beside: true },
  order: { Input: OrderInput, grouped: true },
  choice: { Input: ChoiceInput, grouped: true },
  colour: { Input: ColourInput, grouped: true },
  moment: { Input: lineInput({ type: "datetime-local" }) },
  hour: { Input: lineInput({ type: "time" }) },
  slug: { Input: lineInput({ type: "text", autoComplete: "off", spellCheck: false }) },
  link: { Input: lineInput({ type: "text", inputMode: "url", autoComplete: "off", spellCheck: false }) },
  video: { Input: lineInput({ type: "text", inputMode: "url", autoComplete: "off", spellCheck: false }) },
  glyph: { Input: GlyphInput, grouped: true },
  group: { Input: GroupInput },
  price: { Input: PriceInput, grouped: true },
  questions: { Input: QuestionsInput, grouped: true },
};

/** Tags that may be longer than this are shown as rows instead of chips. */
const longestChip = 60;

/** The input of a field. A list uses checkboxes if it has options, chips for short members, rows for long ones. */
export function inputOf({ kind, options, max }: Rule): KindOfInput {
  if (kind !== "tags") return kinds[kind];
  if (options) return { Input: SomeInput, grouped: true };
  return max > longestChip ? { Input: RowsInput } : kinds.tags;
}
