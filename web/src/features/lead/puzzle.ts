import type { FormToken } from "../../api/leads";

/** A token's last bytes are its signature, which the puzzles are about. */
const macBytes = 32;
/** How long the page may stand still at a time. */
const sliceMs = 12;

const primes: number[] = [];
for (let n = 2; primes.length < 64; n++) if (primes.every((prime) => n % prime !== 0)) primes.push(n);

/** The constants of SHA-256: the first bits behind the point of the roots of the first primes. */
const bitsOf = (root: number) => (root % 1) * 2 ** 32;
const k = Uint32Array.from(primes, (prime) => bitsOf(prime ** (1 / 3)));
const initial = Uint32Array.from(primes.slice(0, 8), (prime) => bitsOf(prime ** (1 / 2)));
const at = (i: number) => initial[i] as number;
/** The words of the block that is hashed; the first sixteen are the message, already padded. */
const w = new Uint32Array(64);

/** The first 32 bits of SHA-256 over the block: enough to count its zeros. */
function firstWord(): number {
  for (let i = 16; i < 64; i++) {
    const a = w[i - 15] as number;
    const b = w[i - 2] as number;
    const s0 = ((a >>> 7) | (a << 25)) ^ ((a >>> 18) | (a << 14)) ^ (a >>> 3);
    const s1 = ((b >>> 17) | (b << 15)) ^ ((b >>> 19) | (b << 13)) ^ (b >>> 10);
    w[i] = (w[i - 16] as number) + s0 + (w[i - 7] as number) + s1;
  }
  let a = at(0);
  let b = at(1);
  let c = at(2);
  let d = at(3);
  let e = at(4);
  let f = at(5);
  let g = at(6);
  let h = at(7);
  for (let i = 0; i < 64; i++) {
    const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + (k[i] as number) + (w[i] as number)) | 0;
    const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + t1) | 0;
    d = c;
    c = b;
    b = a;
    a = (t1 + t2) | 0;
  }
  return (a + at(0)) >>> 0;
}

const fromBase64 = (text: string) =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (char) => char.charCodeAt(0));

const toBase64 = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

/** Solves a token's puzzles without letting the page stand still: small work for one visitor, much for a flood. */
export async function solve({ token, puzzles, bits }: Pick<FormToken, "token" | "puzzles" | "bits">): Promise<string> {
  const message = new DataView(new ArrayBuffer(64));
  const length = macBytes + 1 + 4;
  new Uint8Array(message.buffer).set(fromBase64(token).subarray(-macBytes));
  message.setUint8(length, 0x80);
  message.setUint32(60, length * 8);
  const answers = new DataView(new ArrayBuffer(4 * puzzles));
  const limit = 2 ** (32 - bits);
  let slice = performance.now();
  for (let puzzle = 0; puzzle < puzzles; puzzle++) {
    message.setUint8(macBytes, puzzle);
    for (let answer = 0; ; answer++) {
      message.setUint32(macBytes + 1, answer);
      for (let i = 0; i < 16; i++) w[i] = message.getUint32(4 * i);
      if (firstWord() < limit) {
        answers.setUint32(4 * puzzle, answer);
        break;
      }
      if ((answer & 255) === 255 && performance.now() - slice > sliceMs) {
        await new Promise((resolve) => setTimeout(resolve));
        slice = performance.now();
      }
    }
  }
  return toBase64(new Uint8Array(answers.buffer));
}
