// Checks the security documents: every row of docs/asvs.md has one verdict, no row is missing, and gaps stay within
// limits. Every test and file that docs/asvs.md, docs/threats.md, SECURITY.md and README.md name must exist
// (scripts/promises.mjs checks commands). Usage: node scripts/check-papers.mjs
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";

const root = join(import.meta.dirname, "..");
const read = (name) => readFileSync(join(root, name), "utf8");
const faults = [];

/** The number of rows of each level in the standard (ASVS 5.0.0), and how many of them may be gaps. */
const rows = { 1: 70, 2: 183 };
const most = { 1: 0, 2: 5 };

const files = ["internal", "cmd", "e2e", "scripts", "web/src"].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true }).map((name) => join(folder, name)),
);
const names = new Set(files.map((file) => basename(file)));
const tests = new Set();
for (const file of files.filter((name) => name.endsWith("_test.go"))) {
  for (const [, name] of read(file).matchAll(/^func ((?:Test|Fuzz|Benchmark)\w+)\(/gm)) tests.add(name);
}

/** Looks up the tests and files that a text names in backticks. */
function look(paper, text) {
  for (const [, name] of text.matchAll(/`([^`]+)`/g)) {
    if (/^(Test|Fuzz)\w+$/.test(name) && !tests.has(name)) faults.push(`${paper}: ${name} does not exist`);
    if (/^(Test|Fuzz)\w+…$/.test(name) && ![...tests].some((test) => test.startsWith(name.slice(0, -1))))
      faults.push(`${paper}: no test begins with ${name}`);
    if (/^[\w.-]+(?:_test\.go|\.spec\.ts|\.test\.(?:tsx?|mjs))$/.test(name) && !names.has(name))
      faults.push(`${paper}: ${name} does not exist`);
    const path = name
      .split(" ")
      .find((part) => /^(internal|cmd|e2e|scripts|web|docs|tools|deploy|api)\/[\w./-]+$/.test(part));
    if (path && !existsSync(join(root, path))) faults.push(`${paper}: ${path} does not exist`);
  }
}

for (const paper of ["docs/asvs.md", "docs/threats.md", "SECURITY.md", "README.md"]) look(paper, read(paper));

const seen = new Map();
const counts = { 1: { test: 0, reason: 0, gap: 0 }, 2: { test: 0, reason: 0, gap: 0 } };
for (const line of read("docs/asvs.md").split("\n")) {
  const row = /^\| (\d+\.\d+\.\d+) \| ([12]) \| ([^|]+) \| (test|reason|gap): ([^|]+) \|$/.exec(line);
  if (!row) {
    if (/^\| \d/.test(line)) faults.push(`docs/asvs.md: not a row with one verdict: ${line}`);
    continue;
  }
  const [, id, level, , verdict, proof] = row;
  if (seen.has(id)) faults.push(`docs/asvs.md: ${id} appears twice`);
  seen.set(id, verdict);
  counts[level][verdict]++;
  const proofs = /`(?:(?:Test|Fuzz)\w+…?|make [\w-]+|(?:internal|e2e|scripts|web)\/[^`]+|node scripts\/[^`]+)`/;
  if (verdict === "test" && !proofs.test(proof)) faults.push(`docs/asvs.md: ${id} has the verdict test but names none`);
  if (verdict !== "test" && proof.trim().length < 10) faults.push(`docs/asvs.md: ${id} gives no reason`);
}
for (const level of [1, 2]) {
  const { test, reason, gap } = counts[level];
  if (test + reason + gap !== rows[level])
    faults.push(`docs/asvs.md: ${test + reason + gap} of ${rows[level]} rows of level ${level}`);
  if (gap > most[level]) faults.push(`docs/asvs.md: ${gap} gaps at level ${level}, at most ${most[level]} allowed`);
}

for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exit(1);
const summary = [1, 2].map((level) => {
  const { test, reason, gap } = counts[level];
  return `level ${level}: ${test} by test, ${reason} by reason, ${gap} gaps`;
});
console.log(`ASVS 5.0: ${summary.join("; ")}; ${tests.size} tests known`);
