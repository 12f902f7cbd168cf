// Reports each test that took three times its own median. The medians are in medians.json. Every run stores its times
// in bin; `make medians` rewrites the medians from the last five runs.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Reporter, TestCase, TestResult } from "@playwright/test/reporter";

const kept = join(import.meta.dirname, "../bin/e2e-times.json");
const medians = join(import.meta.dirname, "medians.json");
const runs = 5;
const times = 3;
/** Medians below this count as this: for faster tests, three times as long is noise. */
const least = 1000;

function read<Value>(path: string): Record<string, Value> {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return {};
  }
}

function write(path: string, values: Record<string, unknown>) {
  mkdirSync(dirname(path), { recursive: true });
  const sorted = Object.entries(values).toSorted(([a], [b]) => (a < b ? -1 : 1));
  writeFileSync(path, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`);
}

const middle = (all: number[]) => all.toSorted((a, b) => a - b)[all.length >> 1] ?? 0;
const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

export default class Slow implements Reporter {
  private readonly factor: number;
  private readonly took = read<number[]>(kept);
  private readonly usual = read<number>(medians);
  private readonly slow: string[] = [];

  constructor({ factor }: { factor: number }) {
    this.factor = factor;
  }

  onTestEnd(test: TestCase, { status, duration }: TestResult) {
    if (status !== "passed") return;
    const name = test.titlePath().filter(Boolean).join(" › ");
    const usual = Math.max(this.usual[name] ?? Number.POSITIVE_INFINITY, least);
    const here = Math.round(duration / this.factor);
    if (here > times * usual) this.slow.push(`slow: ${seconds(here)} instead of ${seconds(usual)}: ${name}`);
    this.took[name] = [...(this.took[name] ?? []), here].slice(-runs);
  }

  onEnd() {
    for (const line of this.slow) process.stdout.write(`${line}\n`);
    write(kept, this.took);
  }
}

if (process.argv[1] === import.meta.filename) {
  const all = Object.entries(read<number[]>(kept)).map(([name, took]) => [name, middle(took)] as const);
  write(medians, Object.fromEntries(all));
}
