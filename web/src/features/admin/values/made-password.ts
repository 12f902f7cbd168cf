// Letters and digits that nobody takes for one another.
const letters = "abcdefghjkmnpqrstuvwxyz23456789";
const groups = 4;
const groupLength = 5;

/** A password nobody guesses: 20 letters of 31, by the browser's own randomness, in groups that can be read aloud. */
export function madePassword(): string {
  const out: string[] = [];
  while (out.length < groups * groupLength) {
    // Bytes that would make some letters likelier are drawn again.
    for (const byte of crypto.getRandomValues(new Uint8Array(64))) {
      const letter = letters[byte % letters.length];
      if (byte < letters.length * 8 && letter !== undefined && out.length < groups * groupLength) out.push(letter);
    }
  }
  return out.join("").match(/.{5}/g)?.join("-") ?? "";
}
