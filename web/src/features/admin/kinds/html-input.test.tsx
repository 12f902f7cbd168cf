import { screen as page, render } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, test } from "vitest";
import en from "../../../../../locales/en.json";
import { LanguageProvider } from "../../../i18n/language";
import { HtmlInput } from "./html-input";

const rest = { name: "content", id: "content", required: true, lang: "en", placeholder: undefined } as const;
const aria = { "aria-describedby": undefined, "aria-invalid": false };
const rule = { kind: "html", min: 0, max: 60_000, required: true } as const;

function Form() {
  const [text, setText] = useState("<p>Mine</p>");
  return (
    <LanguageProvider lang="en" words={en}>
      <HtmlInput {...rest} {...aria} rule={rule} value={text} onChange={setText} />
      <button type="button" onClick={() => setText("<p>Theirs</p>")}>
        Merge
      </button>
    </LanguageProvider>
  );
}

test("the editor shows text merged from outside, and typing does not remount it", async () => {
  const user = userEvent.setup({ delay: null });
  render(<Form />);
  await page.findByText("Mine");
  await user.click(page.getByRole("button", { name: "Merge" }));
  await page.findByText("Theirs");
  await user.click(page.getByRole("button", { name: en["editor.html"] }));
  const source = page.getByRole<HTMLTextAreaElement>("textbox");
  await user.type(source, " more");
  expect(document.activeElement).toBe(source);
  expect(source.value).toBe("<p>Theirs</p> more");
});
