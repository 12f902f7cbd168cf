import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, test } from "vitest";
import en from "../../../../../locales/en.json";
import { LanguageProvider } from "../../../i18n/language";
import { QuestionsInput } from "./questions-input";

let value: string;

function Input({ start, usual }: { start: string; usual: string }) {
  const [text, setText] = useState(start);
  return (
    <QuestionsInput
      name="questions"
      id="questions"
      rule={{ kind: "questions", min: 0, max: 4500, required: false }}
      value={text}
      onChange={(next) => {
        value = next;
        setText(next);
      }}
      required={false}
      lang="en"
      placeholder={usual}
      aria-describedby={undefined}
      aria-invalid={false}
    />
  );
}

function open(start = "", usual = "") {
  render(
    <LanguageProvider lang="en" words={en}>
      <Input start={start} usual={usual} />
    </LanguageProvider>,
  );
  return userEvent.setup();
}

const press = (name: string) => screen.getByRole("button", { name });
const labels = () => screen.getAllByLabelText(en["questions.label"]);

test("questions are written as rows", async () => {
  const user = open();
  await user.click(press(en["questions.add"]));
  expect(value).toBe("");
  await user.type(labels()[0] as HTMLElement, "Which day? | or night");
  await user.selectOptions(screen.getByLabelText(en["questions.kind"]), "date");
  await user.click(screen.getByLabelText(en["questions.needed"]));
  expect(value).toBe("date*: Which day? / or night");
  await user.click(press(en["questions.add"]));
  await user.type(labels()[1] as HTMLElement, "Size");
  await user.selectOptions(screen.getAllByLabelText(en["questions.kind"])[1] as HTMLElement, "choice");
  await user.type(screen.getByLabelText(en["questions.choices"]), "Small{Enter}Large");
  expect(value).toBe("date*: Which day? / or night\nchoice: Size | Small | Large");
  await user.click(press("Move Size up"));
  expect(value).toBe("choice: Size | Small | Large\ndate*: Which day? / or night");
  await user.click(press("Remove Size"));
  expect(value).toBe("date*: Which day? / or night");
});

test("there are at most five questions", () => {
  open("text: a\ntext: b\ntext: c\ntext: d\ntext: e");
  expect(labels()).toHaveLength(5);
  expect(screen.queryByRole("button", { name: en["questions.add"] })).toBeNull();
});

test("the trade's questions apply until the owner replaces or removes them", async () => {
  const user = open("", "date: Which day?");
  screen.getByText("Which day?");
  await user.click(press(en["questions.none"]));
  expect(value).toBe("-");
  screen.getByText(en["questions.noneNow"]);
  await user.click(press(en["questions.usual"]));
  expect(value).toBe("");
  screen.getByText("Which day?");
});
