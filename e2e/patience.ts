// How long the browser tests wait, on this host: the figures of a quiet one, multiplied by one factor (docs/adr/0043-waits-in-tests.md).
import { pbkdf2 } from "node:crypto";
import { availableParallelism } from "node:os";
import { promisify } from "node:util";

const quiet = { wait: 10_000, test: 60_000 };

/** What the work below takes on two quiet processors of the machine on which the two figures were found. */
const usual = 320;
const rounds = 200_000;

/** How many times as long as usual all processors together take for the same work, at least once. */
async function measured(): Promise<number> {
  const work = promisify(pbkdf2);
  const began = performance.now();
  await Promise.all(Array.from({ length: availableParallelism() }, () => work("word", "salt", rounds, 64, "sha512")));
  return Math.max(1, Math.ceil(((performance.now() - began) / usual) * 10) / 10);
}

/** Measured once a run: the processes of the tests are handed the runner's figure. */
export async function patience() {
  const known = Number(process.env.E2E_FACTOR) || (process.argv.includes("test") ? 0 : 1); // others read the settings, too
  const factor = known || (await measured());
  const [wait, test] = [quiet.wait * factor, quiet.test * factor];
  if (!known) {
    process.env.E2E_FACTOR = String(factor);
    process.stdout.write(
      `this host takes ${factor} times as long: a wait is ${wait / 1000} s, a test ${test / 1000} s\n`,
    );
  }
  return { factor, wait, test };
}
