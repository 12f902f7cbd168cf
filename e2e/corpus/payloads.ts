// The payloads of internal/testkit/hostile, and what must not happen once one of them is shown.
import { readFileSync } from "node:fs";
import { join } from "node:path";

const file = join(import.meta.dirname, "../../internal/testkit/hostile/scripts.gen.json");

export type Payload = { kind: string; text: string };

export const payloads: Payload[] = JSON.parse(readFileSync(file, "utf8"));

/** Some of them, as many of each kind as it has of all. */
export const sampleOf = (most: number): Payload[] => {
  const step = payloads.length / most;
  return Array.from({ length: most }, (_, i) => payloads[Math.floor(i * step)] as Payload);
};

/** The name of the function that every payload calls, and the host that the others ask. */
export const canary = "__x";
export const canaryHost = "canary.test";
