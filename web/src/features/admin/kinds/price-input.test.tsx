import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, test } from "vitest";
import en from "../../../../../locales/en.json";
import { LanguageProvider } from "../../../i18n/language";
import { PriceInput } from "./price-input";

let value: string;

function Input({ start }: { start: string }) {
  const [text, setText] = useState(start);
  return (
    <PriceInput
      name="price"
      id="price"
      rule={{ kind: "price", min: 0, max: 40, required: false }}
      value={text}
      onChange={(next) => {
        value = next;
        setText(next);
      }}
      required={false}
      lang="en"
      placeholder={undefined}
      aria-describedby={undefined}
      aria-invalid={false}
    />
  );
}

function open(start = "") {
  render(
    <LanguageProvider lang="en" words={en}>
      <Input start={start} />
    </LanguageProvider>,
  );
  return userEvent.setup();
}

const choose = (kind: "exact" | "from" | "span" | "ask") =>
  screen.getByRole<HTMLInputElement>("radio", { name: en[`input.price.${kind}`] });
const low = () => screen.getByLabelText<HTMLInputElement>(en["input.price.low"]);
const high = () => screen.getByLabelText<HTMLInputElement>(en["input.price.high"]);

test("a price is typed in rupees and stored in paise", async () => {
  const user = open();
  await user.type(low(), "1,450.5");
  expect(value).toBe("145050");
  await user.click(choose("from"));
  expect(value).toBe("145050+");
  await user.click(choose("span"));
  expect(value).toBe("145050-");
  await user.type(high(), "2000");
  expect(value).toBe("145050-200000");
  await user.click(choose("ask"));
  expect(value).toBe("ask");
  await user.click(choose("exact"));
  expect(low().value).toBe("1,450.5");
});

test("a stored price is shown in rupees, and may be emptied", async () => {
  const user = open("45000-90000");
  expect(choose("span").checked).toBe(true);
  expect(high().value).toBe("900");
  await user.clear(low());
  await user.clear(high());
  expect(value).toBe("");
  expect(choose("span").checked).toBe(true);
});

test("text that is not a price stays as it was typed", async () => {
  const user = open();
  await user.type(low(), "cheap");
  expect(value).toBe("₹cheap");
  expect(low().value).toBe("cheap");
});
