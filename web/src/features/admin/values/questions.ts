import { countLetters } from "../../../lib/letters";

/** The kinds of answers, as package field names them. */
export const answerKinds = ["text", "choice", "date", "time", "number"] as const;

export type AnswerKind = (typeof answerKinds)[number];

export type Question = { kind: AnswerKind; label: string; needed: boolean; choices: readonly string[] };

/** The text with which the form asks no questions. */
export const noQuestions = "-";

export const mostQuestions = 5;
const longestLabel = 120;
const mostChoices = 12;
const longestChoice = 60;

const plain = (text: string) => text.replace(/\s+/g, " ").trim();
const differ = (texts: readonly string[]) => new Set(texts).size === texts.length;
const fits = (text: string, longest: number) => text !== "" && countLetters(text) <= longest;

function readQuestion(line: string): Question[] {
  const [, head = "", star, rest = ""] = /^\s*([a-z]+)(\*)?\s*:(.*)$/.exec(line) ?? [];
  const kind = answerKinds.find((kind) => kind === head);
  const [label = "", ...choices] = rest.split("|").map(plain);
  return kind ? [{ kind, label, needed: Boolean(star), choices }] : [];
}

const isValid = ({ kind, label, choices }: Question) =>
  fits(label, longestLabel) &&
  choices.length <= mostChoices &&
  choices.every((choice) => fits(choice, longestChoice)) &&
  differ(choices) &&
  (kind === "choice") === choices.length > 0;

const linesOf = (text: string) => (text.trim() === noQuestions ? [] : text.split("\n").filter((line) => line.trim()));

/** The questions of a text, also while the owner is still typing it. */
export const readQuestions = (text: string): readonly Question[] => linesOf(text).flatMap(readQuestion);

/** The questions of a text, one on each line, such as "choice*: Which size? | Small | Large"; null if it is invalid. */
export function parseQuestions(text: string): readonly Question[] | null {
  const all = readQuestions(text);
  const whole = all.length === linesOf(text).length && all.every(isValid);
  return whole && all.length <= mostQuestions && differ(all.map(({ label }) => label)) ? all : null;
}

/** The separators of the text may not be part of a label or choice. */
const part = (text: string) => plain(text.replaceAll("|", "/"));

export function formatQuestions(all: readonly Question[]): string {
  if (all.length === 0) return noQuestions;
  return all
    .map(({ kind, label, needed, choices }) => {
      const parts = [label, ...(kind === "choice" ? choices : [])].map(part).filter(Boolean);
      return `${kind}${needed ? "*" : ""}: ${parts.join(" | ")}`;
    })
    .join("\n");
}
