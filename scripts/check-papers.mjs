// The papers about security stay true as far as a program can tell: every row of docs/asvs.md has one verdict, levels and gaps are counted,
// and every test and file that docs/asvs.md, docs/threats.md, SECURITY.md and README name exists (commands: scripts/promises.mjs). Usage: node scripts/check-papers.mjs
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";

const root = join(import.meta.dirname, "..");
const read = (name) => readFileSync(join(root, name), "utf8");
const faults = [];

/** How many rows the standard has of each level (ASVS 5.0.0), and how many may be gaps. */
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

/** What stands between backticks and can be looked up: tests and files. */
function look(paper, text) {
  for (const [, name] of text.matchAll(/`([^`]+)`/g)) {
    if (/^(Test|Fuzz)\w+$/.test(name) && !tests.has(name)) faults.push(`${paper}: there is no ${name}`);
    if (/^(Test|Fuzz)\w+…$/.test(name) && ![...tests].some((test) => test.startsWith(name.slice(0, -1))))
      faults.push(`${paper}: nothing begins with ${name}`);
    if (/^[\w.-]+(?:_test\.go|\.spec\.ts|\.test\.(?:tsx?|mjs))$/.test(name) && !names.has(name))
      faults.push(`${paper}: there is no ${name}`);
    const path = name
      .split(" ")
      .find((part) => /^(internal|cmd|e2e|scripts|web|docs|tools|deploy|api)\/[\w./-]+$/.test(part));
    if (path && !existsSync(join(root, path))) faults.push(`${paper}: there is no ${path}`);
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
  if (seen.has(id)) faults.push(`docs/asvs.md: ${id} stands there twice`);
  seen.set(id, verdict);
  counts[level][verdict]++;
  const proofs = /`(?:(?:Test|Fuzz)\w+…?|make [\w-]+|(?:internal|e2e|scripts|web)\/[^`]+|node scripts\/[^`]+)`/;
  if (verdict === "test" && !proofs.test(proof)) faults.push(`docs/asvs.md: ${id} says test and names none`);
  if (verdict !== "test" && proof.trim().length < 10) faults.push(`docs/asvs.md: ${id} gives no reason`);
}
for (const level of [1, 2]) {
  const { test, reason, gap } = counts[level];
  if (test + reason + gap !== rows[level])
    faults.push(`docs/asvs.md: ${test + reason + gap} of ${rows[level]} rows of level ${level}`);
  if (gap > most[level]) faults.push(`docs/asvs.md: ${gap} gaps at level ${level}, and ${most[level]} may be`);
}

for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exit(1);
const told = [1, 2].map((level) => {
  const { test, reason, gap } = counts[level];
  return `level ${level}: ${test} by test, ${reason} by reason, ${gap} gaps`;
});
console.log(`ASVS 5.0: ${told.join("; ")}; ${tests.size} tests looked through`);
