// Prints the error of each failed test once more at the very end: a log that was cut at its start still names the cause.
import { stripVTControlCharacters } from "node:util";
import type { Reporter, TestCase, TestResult } from "@playwright/test/reporter";

export default class Failures implements Reporter {
  private readonly failed: string[] = [];

  onTestEnd(test: TestCase, { status, errors }: TestResult) {
    if (status === test.expectedStatus || status === "skipped") return;
    const messages = errors.map(({ message = "" }) => stripVTControlCharacters(message));
    this.failed.push(`${test.titlePath().filter(Boolean).join(" › ")}: ${messages.join("\n") || status}`);
  }

  async onExit() {
    for (const one of this.failed) process.stdout.write(`failed: ${one}\n`);
  }
}
