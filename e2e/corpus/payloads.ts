// The payloads of internal/testkit/hostile, and the canary that shows whether one of them ran.
import { readFileSync } from "node:fs";
import { join } from "node:path";

const file = join(import.meta.dirname, "../../internal/testkit/hostile/scripts.gen.json");

export type Payload = { kind: string; text: string };

export const payloads: Payload[] = JSON.parse(readFileSync(file, "utf8"));

/** A sample of the payloads, with all kinds in proportion. */
export const sampleOf = (most: number): Payload[] => {
  const step = payloads.length / most;
  return Array.from({ length: most }, (_, i) => payloads[Math.floor(i * step)] as Payload);
};

/** The function that a payload calls if it runs, and the host that other payloads request. */
export const canary = "__x";
export const canaryHost = "canary.test";
