import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, screen as page, render } from "@testing-library/react";
import { useState } from "react";
import { expect, test, vi } from "vitest";
import en from "../../../../../locales/en.json";
import { fields } from "../../../api/fields.gen";
import { LanguageProvider } from "../../../i18n/language";
import { translator } from "../../../i18n/words";
import { ColourInput } from "./colour-input";

const t = translator(en);

function Form() {
  const [value, setValue] = useState("#DAA520");
  return (
    <ColourInput
      name="accent"
      id="accent"
      rule={fields.accent}
      value={value}
      onChange={setValue}
      required
      lang={undefined}
      placeholder={undefined}
      aria-describedby={undefined}
      aria-invalid={false}
    />
  );
}

function open(fromPicture: string) {
  vi.stubGlobal("fetch", async () => Response.json({ colour: fromPicture }));
  render(
    <QueryClientProvider client={new QueryClient()}>
      <LanguageProvider lang="en" words={en}>
        <Form />
      </LanguageProvider>
    </QueryClientProvider>,
  );
  return page.getByLabelText<HTMLInputElement>(t("looks.colourCode"));
}

const chosen = () => document.querySelector<HTMLInputElement>("input[type=radio]:checked")?.value;

test("a colour is chosen by name, by code in any spelling, or from the browser's palette", () => {
  const code = open("");
  expect(chosen()).toBe("#DAA520");
  fireEvent.click(page.getByLabelText(t("field.accent.option.#1F5FC4")));
  expect(code.value).toBe("#1F5FC4");
  fireEvent.change(code, { target: { value: "daa520" } });
  expect(chosen()).toBe("#DAA520");
  fireEvent.change(page.getByLabelText(t("looks.anyColour")), { target: { value: "#123abc" } });
  expect(code.value).toBe("#123ABC");
  expect(chosen()).toBeUndefined();
});

test("the colour of the owner's picture is offered", async () => {
  const code = open("#7A3B2E");
  fireEvent.click(await page.findByLabelText(t("looks.fromPicture")));
  expect(code.value).toBe("#7A3B2E");
});
