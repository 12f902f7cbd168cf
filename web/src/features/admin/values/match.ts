/** Gujarati and Hindi letters that are often used interchangeably. The first of each pair is replaced by the second. */
const alike = ["ઈઇ", "ીિ", "ઊઉ", "ૂુ", "ઑઓ", "ૉો", "ઍએ", "ૅે", "ईइ", "ीि", "ऊउ", "ूु", "ऑओ", "ॉो", "ऍए", "ॅे"];
const folds = new Map(alike.map(([one = "", other = ""]) => [one, other]));

/** The nukta, which many writers omit, and the zero-width joiner and non-joiner. */
const unwritten = /[\u093C\u0ABC\u200C\u200D]/g;

/** Lower-case words without punctuation; spelling variants are unified. */
export const wordsOf = (text: string) =>
  Array.from(text.normalize("NFD").replace(unwritten, ""), (letter) => folds.get(letter) ?? letter)
    .join("")
    .normalize("NFC")
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(Boolean);

/** Damerau–Levenshtein distance: substitutions, deletions, insertions and swaps of neighbours. */
function slips(one: string, other: string): number {
  let [before, row]: [number[], number[]] = [[], Array.from({ length: other.length + 1 }, (_, i) => i)];
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let j = 1; j <= other.length; j++) {
      const same = one[i - 1] === other[j - 1] ? 0 : 1;
      const swapped = one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      const ways = [(row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + same];
      next.push(Math.min(...ways, swapped ? (before[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY));
    }
    [before, row] = [row, next];
  }
  return row[other.length] ?? 0;
}

export type Match = (word: string, typed: string) => boolean;

export const begins: Match = (word, typed) => word.startsWith(typed);

/** Allows one typo in a word, two in a long one. The first letter must be right. */
export const almost: Match = (word, typed) => {
  if (typed.length < 4 || word[0] !== typed[0]) return false;
  const allowed = typed.length < 8 ? 1 : 2;
  return [-1, 0, 1].some((more) => slips(typed, word.slice(0, typed.length + more)) <= allowed);
};

/** The items of which the texts have every typed word; if there are none, those that match with typos. */
export function search<T>(items: readonly T[], textsOf: (item: T) => readonly string[], text: string): readonly T[] {
  const typed = wordsOf(text);
  const found = (match: Match) =>
    items.filter((item) => {
      const words = textsOf(item).flatMap(wordsOf);
      return typed.every((part) => words.some((word) => match(word, part)));
    });
  const exact = found(begins);
  return exact.length > 0 ? exact : found(almost);
}
