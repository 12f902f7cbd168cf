import { ArrowUp, X } from "lucide-react";
import { useState } from "react";
import { useT } from "../../../i18n/language";
import { Button } from "../../../ui/button";
import { fieldLook, TextArea, TextInput } from "../../../ui/text-input";
import type { KindInputProps } from "../form/kind-input";
import { IconButton } from "../ui/icon-button";
import { TextButton } from "../ui/text-button";
import {
  type AnswerKind,
  answerKinds,
  formatQuestions,
  mostQuestions,
  noQuestions,
  type Question,
  readQuestions,
} from "../values/questions";

/** A question as it is typed: with the choices as lines, and perhaps without a label yet. */
type Row = Omit<Question, "choices"> & { key: number; choices: string };

let lastKey = 0;
const rowOf = (question: Question): Row => ({ ...question, key: ++lastKey, choices: question.choices.join("\n") });
const rowsOf = (text: string) => readQuestions(text).map(rowOf);
const linesOf = (text: string) => text.split("\n").filter((line) => line.trim());
const questionOf = (row: Row): Question => ({ ...row, choices: linesOf(row.choices) });

/** Rows without a label are not stored; if there are no others, the usual questions stand. */
function textOf(rows: readonly Row[]): string {
  const whole = rows.filter(({ label }) => label.trim());
  if (rows.length > 0 && whole.length === 0) return "";
  return formatQuestions(whole.map(questionOf));
}

/** The questions of the form: up to five, each with its kind of answer. */
export function QuestionsInput({ id, name, value, onChange, lang, placeholder = "", ...control }: KindInputProps) {
  const t = useT();
  const [typed, setTyped] = useState({ text: value, rows: rowsOf(value) });
  // Otherwise the text was replaced from outside.
  const rows = typed.text === value ? typed.rows : rowsOf(value);
  const set = (rows: Row[], text = textOf(rows)) => {
    setTyped({ text, rows });
    onChange(text);
  };
  const change = (key: number, changed: Partial<Row>) =>
    set(rows.map((row) => (row.key === key ? { ...row, ...changed } : row)));
  const add = () => set([...rows, { key: ++lastKey, kind: "text", label: "", needed: false, choices: "" }]);
  const usual = value.trim() || rows.length > 0 ? [] : readQuestions(placeholder);
  return (
    <div className="grid grid-cols-1 gap-4">
      {usual.length > 0 && (
        <ul className="list-disc pl-5 text-muted">
          {usual.map(({ kind, label }) => (
            <li key={label}>
              {label} <span className="text-sm">({t(`questions.kind.${kind}`)})</span>
            </li>
          ))}
        </ul>
      )}
      {rows.length === 0 && value === noQuestions && <p className="text-muted">{t("questions.noneNow")}</p>}
      {rows.map((row, index) => (
        <fieldset key={row.key} className="grid grid-cols-1 gap-3 rounded-card border border-line bg-white p-4">
          <legend className="sr-only">{t("questions.nth", { n: index + 1 })}</legend>
          <div className="flex items-center justify-between gap-2">
            <span aria-hidden="true" className="font-semibold">
              {t("questions.nth", { n: index + 1 })}
            </span>
            <span className="flex">
              <IconButton
                icon={ArrowUp}
                label={t("input.list.up", { item: row.label })}
                aria-disabled={index === 0}
                onClick={() => index > 0 && set(rows.toSpliced(index, 1).toSpliced(index - 1, 0, row))}
              />
              <IconButton
                icon={X}
                label={t("input.list.remove", { item: row.label })}
                onClick={() => set(rows.toSpliced(index, 1))}
              />
            </span>
          </div>
          <TextInput
            id={index === 0 ? id : undefined}
            name={index === 0 ? name : undefined}
            aria-label={t("questions.label")}
            aria-describedby={control["aria-describedby"]}
            aria-invalid={control["aria-invalid"] && !row.label.trim()}
            placeholder={t("questions.label")}
            autoComplete="off"
            lang={lang}
            value={row.label}
            onChange={(event) => change(row.key, { label: event.target.value })}
          />
          <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
            <select
              aria-label={t("questions.kind")}
              value={row.kind}
              onChange={(event) => change(row.key, { kind: event.target.value as AnswerKind })}
              className={`${fieldLook} w-auto! flex-1`}
            >
              {answerKinds.map((kind) => (
                <option key={kind} value={kind}>
                  {t(`questions.kind.${kind}`)}
                </option>
              ))}
            </select>
            <label className="flex min-h-11 items-center gap-3">
              <input
                type="checkbox"
                className="size-5 accent-gold-ink"
                checked={row.needed}
                onChange={(event) => change(row.key, { needed: event.target.checked })}
              />
              {t("questions.needed")}
            </label>
          </div>
          {row.kind === "choice" && (
            <TextArea
              rows={3}
              aria-label={t("questions.choices")}
              aria-describedby={control["aria-describedby"]}
              aria-invalid={control["aria-invalid"] && linesOf(row.choices).length === 0}
              placeholder={t("questions.choices")}
              lang={lang}
              value={row.choices}
              onChange={(event) => change(row.key, { choices: event.target.value })}
            />
          )}
        </fieldset>
      ))}
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        {rows.length < mostQuestions && (
          <Button name={rows.length === 0 ? name : undefined} onClick={add}>
            {t("questions.add")}
          </Button>
        )}
        {usual.length > 0 && <TextButton onClick={() => set([])}>{t("questions.none")}</TextButton>}
        {value.trim() && <TextButton onClick={() => set([], "")}>{t("questions.usual")}</TextButton>}
      </div>
    </div>
  );
}
