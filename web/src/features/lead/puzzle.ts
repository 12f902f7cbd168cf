import type { FormToken } from "../../api/leads";

/** The token ends with its signature, from which the puzzles are derived. */
const macBytes = 32;
/** The number of parallel attempts; browsers spread them over the CPU cores. */
const atOnce = 8;

const fromBase64 = (text: string) =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (char) => char.charCodeAt(0));

const toBase64 = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

/**
 * Solves a token's proof of work by trial and error, off the main thread. This is little work for one visitor, but much
 * for a flood. Without Web Cryptography (a page without HTTPS) nothing is solved, and the server files the message as
 * unsolved.
 */
export async function solve({ token, targets, bits, rounds }: FormToken): Promise<string> {
  const { subtle } = crypto;
  if (!subtle) return "";
  const key = await subtle.importKey("raw", fromBase64(token).slice(-macBytes), "PBKDF2", false, ["deriveBits"]);
  const known = async (puzzle: number, answer: number) => {
    const salt = new DataView(new ArrayBuffer(5));
    salt.setUint8(0, puzzle);
    salt.setUint32(1, answer);
    const made = await subtle.deriveBits({ name: "PBKDF2", hash: "SHA-256", salt, iterations: rounds }, key, 32);
    return new DataView(made).getUint32(0);
  };
  const answers = new DataView(new ArrayBuffer(4 * targets.length));
  for (const [puzzle, target] of targets.entries()) {
    let next = 0;
    let found = false;
    const search = async () => {
      while (!found && next < 2 ** bits) {
        const answer = next++;
        if ((await known(puzzle, answer)) === target) {
          found = true;
          answers.setUint32(4 * puzzle, answer);
        }
      }
    };
    await Promise.all(Array.from({ length: atOnce }, search));
  }
  return toBase64(new Uint8Array(answers.buffer));
}
