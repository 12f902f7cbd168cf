// Finds known vulnerabilities with govulncheck and a copy of its database in tools/vuln.
// Usage: node scripts/vulnerabilities.mjs               fails if the program calls code with a known vulnerability
//        node scripts/vulnerabilities.mjs --try         adds an invented entry and fails if it is not found
//        node scripts/vulnerabilities.mjs CHECKOUT      updates the copy from a clone (also a bare one) of
//                                                       https://go.googlesource.com/vulndb
// The copy holds the entries for the modules in go.mod and for Go itself, without prose. Its date is printed.
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");
const copy = join(root, "tools/vuln/known.json");
const [checkout] = process.argv.slice(2);

/** Go's own modules, which go.mod does not list. */
const own = ["stdlib", "toolchain"];

/** Older than any Go release that the program was built with. Entries that were fixed before it are left out. */
const oldest = "1.26.0";

/** Whether one version comes before another; compares only numbers. */
function before(one, other) {
  const [a, b] = [one, other].map((text) => text.split(/[.-]/).map((part) => Number.parseInt(part, 10) || 0));
  for (let i = 0; i < 3; i++) if ((a[i] ?? 0) !== (b[i] ?? 0)) return (a[i] ?? 0) < (b[i] ?? 0);
  return false;
}

function matters({ package: { name }, ranges }, modules) {
  if (!modules.has(name)) return false;
  if (!own.includes(name)) return true;
  return ranges.some(({ events }) => {
    const last = events.at(-1);
    return !last.fixed || before(oldest, last.fixed);
  });
}

function make() {
  const require = readFileSync(join(root, "go.mod"), "utf8").matchAll(/^\t(\S+) v\S+/gm);
  const modules = new Set([...own, ...[...require].map(([, path]) => path)]);
  const git = (args, input) =>
    execFileSync("git", args, { cwd: checkout, encoding: "utf8", input, maxBuffer: 1 << 30 }).trimEnd();
  const date = git(["log", "-1", "--format=%cs"]);
  const names = git(["ls-tree", "--name-only", "HEAD", "data/osv/"]).split("\n");
  const known = [];
  const texts = git(["cat-file", "--batch=%(objecttype)"], names.map((name) => `HEAD:${name}\n`).join(""));
  for (const text of texts.split(/^blob$/m).slice(1)) {
    const entry = JSON.parse(text);
    const affected = (entry.affected ?? []).filter((one) => matters(one, modules));
    if (affected.length === 0 || entry.withdrawn) continue;
    const { schema_version, id, aliases, summary, database_specific } = entry;
    const modified = `${date}T00:00:00Z`;
    known.push({ schema_version, id, modified, aliases, summary, details: summary, affected, database_specific });
  }
  const source = "https://go.googlesource.com/vulndb, by the Go authors, CC BY 4.0";
  const lines = known.map((entry) => JSON.stringify(entry)).join(",\n");
  writeFileSync(copy, `{"date":"${date}","source":"${source}","known":[\n${lines}\n]}\n`);
  console.log(`${known.length} entries of ${date}`);
}

/** The layout that govulncheck reads from a folder. */
function unpack(folder, date, known) {
  mkdirSync(join(folder, "index"), { recursive: true });
  mkdirSync(join(folder, "ID"));
  const modules = new Map();
  for (const entry of known) {
    writeFileSync(join(folder, "ID", `${entry.id}.json`), JSON.stringify(entry));
    for (const { package: module, ranges } of entry.affected) {
      const fixed = ranges.flatMap(({ events }) => events.flatMap((event) => event.fixed ?? [])).at(-1);
      const vulns = modules.get(module.name) ?? [];
      vulns.push({ id: entry.id, modified: entry.modified, ...(fixed ? { fixed } : {}) });
      modules.set(module.name, vulns);
    }
  }
  const index = [...modules].map(([path, vulns]) => ({ path, vulns })).toSorted((a, b) => (a.path < b.path ? -1 : 1));
  writeFileSync(join(folder, "index/modules.json"), JSON.stringify(index));
  writeFileSync(join(folder, "index/db.json"), JSON.stringify({ modified: `${date}T00:00:00Z` }));
}

/** An invented vulnerability of a function that every request uses. */
const invented = {
  schema_version: "1.3.1",
  id: "GO-2026-9999",
  modified: "2026-01-01T00:00:00Z",
  summary: "invented, to test that it is found",
  details: "invented, to test that it is found",
  affected: [
    {
      package: { name: "github.com/go-chi/chi/v5", ecosystem: "Go" },
      ranges: [{ type: "SEMVER", events: [{ introduced: "0" }] }],
      ecosystem_specific: { imports: [{ path: "github.com/go-chi/chi/v5", symbols: ["NewRouter"] }] },
    },
  ],
};

function look(tries) {
  const { date, known } = JSON.parse(readFileSync(copy, "utf8"));
  if (tries) known.push(invented);
  const folder = mkdtempSync(join(tmpdir(), "vulndb-"));
  try {
    unpack(folder, date, known);
    const args = [
      "tool",
      "-modfile=tools/vuln/go.mod",
      "govulncheck",
      "-db",
      `file://${folder}`,
      "-format",
      "text",
      "./...",
    ];
    const found = spawnSync("go", args, { cwd: root, encoding: "utf8", env: { ...process.env, GOFLAGS: "" } });
    if (tries) {
      if (found.status === 0 || !found.stdout.includes(invented.id)) throw new Error(`not found: ${found.stdout}`);
      console.log("known vulnerabilities: the invented one is found");
      return;
    }
    if (found.status !== 0) {
      console.error(`${found.stdout}${found.stderr}`);
      process.exit(1);
    }
    console.log(`known vulnerabilities: none is called (${known.length} entries of ${date})`);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

if (checkout && checkout !== "--try") make();
else look(checkout === "--try");
