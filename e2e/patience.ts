// The time limits of the browser tests: those of a quiet machine, multiplied by a factor for this host
// (docs/adr/0043-waits-in-tests.md).
import { pbkdf2 } from "node:crypto";
import { availableParallelism } from "node:os";
import { promisify } from "node:util";

const quiet = { wait: 10_000, test: 60_000 };

/** Milliseconds that the work below takes on two idle processors of the machine for which the limits were chosen. */
const usual = 320;
const rounds = 200_000;

/** How many times as long as usual all processors together take for the same work; at least 1. */
async function measured(): Promise<number> {
  const work = promisify(pbkdf2);
  const began = performance.now();
  await Promise.all(Array.from({ length: availableParallelism() }, () => work("word", "salt", rounds, 64, "sha512")));
  return Math.max(1, Math.ceil(((performance.now() - began) / usual) * 10) / 10);
}

/** The factor is measured once per run; the test processes get it from the runner. */
export async function patience() {
  const known = Number(process.env.E2E_FACTOR) || (process.argv.includes("test") ? 0 : 1); // other tools also load the configuration
  const factor = known || (await measured());
  const [wait, test] = [quiet.wait * factor, quiet.test * factor];
  if (!known) {
    process.env.E2E_FACTOR = String(factor);
    process.stdout.write(
      `time limits are multiplied by ${factor} on this host: a wait is ${wait / 1000} s, a test ${test / 1000} s\n`,
    );
    if (process.env.CI) {
      process.stdout.write(
        "the gate leaves out repeats in other languages, in more colours and on the desktop: CI= make e2e runs all\n",
      );
    }
  }
  return { factor, wait, test };
}
