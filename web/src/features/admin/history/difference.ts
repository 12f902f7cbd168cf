/** Where two texts differ: what both begin with, what each has of its own, what both end with. */
export type Difference = { head: string; before: string; after: string; tail: string };

const aroundLetters = 80;

/** Words with the space after them, so that a difference begins and ends where a reader sees a word begin and end. */
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

/** Of a long text around the difference only what is near it is shown, and no half words. */
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
