/** A list typed with commas between its members: blanks around them and empty ones do not count, nor do repetitions. */
export function parseTags(text: string): string[] {
  const tags = text.split(",").map((tag) => tag.trim());
  return [...new Set(tags.filter(Boolean))];
}

export const joinTags = (tags: readonly string[]): string => tags.join(", ");
