function letters(text: string): string[] {
  // oxlint-disable-next-line no-restricted-globals -- called on typing, never while the server renders
  return Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment);
}

/** The number of characters that a reader sees: "ક્ષ" is one. */
export function countLetters(text: string): number {
  return letters(text).length;
}

export const firstLetters = (text: string, count: number): string => letters(text).slice(0, count).join("");
