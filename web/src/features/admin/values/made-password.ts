// Letters and digits that are not easily confused.
const letters = "abcdefghjkmnpqrstuvwxyz23456789";
const groups = 4;
const groupLength = 5;

/** A random password: 20 characters out of 31, from a cryptographic source, in groups that can be read aloud. */
export function madePassword(): string {
  const out: string[] = [];
  while (out.length < groups * groupLength) {
    // Bytes that would make some characters more likely are skipped.
    for (const byte of crypto.getRandomValues(new Uint8Array(64))) {
      const letter = letters[byte % letters.length];
      if (byte < letters.length * 8 && letter !== undefined && out.length < groups * groupLength) out.push(letter);
    }
  }
  return out.join("").match(/.{5}/g)?.join("-") ?? "";
}
