/** Parses a comma-separated list; surrounding spaces, empty members and duplicates are dropped. */
export function parseTags(text: string): string[] {
  const tags = text.split(",").map((tag) => tag.trim());
  return [...new Set(tags.filter(Boolean))];
}

export const joinTags = (tags: readonly string[]): string => tags.join(", ");
