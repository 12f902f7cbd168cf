/** The difference of two texts: their common start, the differing part of each, and their common end. */
export type Difference = { head: string; before: string; after: string; tail: string };

const aroundLetters = 80;

/** Words with the space before them, so that a difference starts and ends at word boundaries. */
const wordsOf = (text: string) => text.match(/\s*\S+|\s+$/g) ?? [];

function shared(one: readonly string[], other: readonly string[]): number {
  const most = Math.min(one.length, other.length);
  let count = 0;
  while (count < most && one[count] === other[count]) count++;
  return count;
}

export function differenceOf(before: string, after: string): Difference {
  const old = wordsOf(before);
  const now = wordsOf(after);
  const head = shared(old, now);
  const tail = shared(old.slice(head).toReversed(), now.slice(head).toReversed());
  return {
    head: ending(old.slice(0, head).join("")),
    before: old.slice(head, old.length - tail).join(""),
    after: now.slice(head, now.length - tail).join(""),
    tail: beginning(old.slice(old.length - tail).join("")),
  };
}

/** Cuts a long text to the whole words near the difference. */
function ending(text: string): string {
  if (text.length <= aroundLetters) return text;
  const near = text.slice(-aroundLetters);
  const space = near.search(/\s/);
  return `…${space < 0 ? near : near.slice(space)}`;
}

function beginning(text: string): string {
  if (text.length <= aroundLetters) return text;
  const near = text.slice(0, aroundLetters);
  const space = near.search(/\s\S*$/);
  return `${space <= 0 ? near : near.slice(0, space)} …`;
}
