// Runs the commands that prove the promises of README.md, SECURITY.md and docs/*.md. Every command in backticks in
// those files is a promise. Usage: node scripts/promises.mjs [--list | --check | --cheap | --busy] [WORD…]
//   without options: runs all commands; WORD selects those that contain it ("truth", "full leads")
//   --list: prints the commands and how each is run
//   --check: only checks that each command exists and that every drill is run somewhere
//   --cheap: runs the commands of the gate, except those that other steps of `make ci` run
//   --busy: skips the commands that need a quiet machine
// Decisions (docs/adr) are not read: their figures were measured when the decision was made.
import { spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");
const read = (name) => readFileSync(join(root, name), "utf8");
const papers = [
  "README.md",
  "SECURITY.md",
  ...readdirSync(join(root, "docs")).filter((name) => name.endsWith(".md")),
].map((name) => (existsSync(join(root, name)) ? name : join("docs", name)));

/** Commands in the documents that prove nothing, and what they do. */
const tools = [
  [/^make (setup|dev|generate|format|help)$/, "work on the program"],
  [/^make (ci|nightly|promises)\b/, "runs this list"],
  [/^scripts\/setup\b/, "installs tools for a proof"],
  [/^make race$/, "needs a C compiler"],
  [/^scripts\/hostile-site$/, "scripts/try-install deb runs it as a site's user"],
];

/** Commands of the gate: each takes less than half a minute and is useful after every change. The rest runs nightly. */
const cheap = new Set(
  ["onekey", "leads", "midmail", "upgrade", "odd", "uploads", "saves", "replicas", "outage"]
    .map((name) => `make drills ARGS=${name}`)
    .concat("make bench ARGS=storm", "make bench ARGS=publish"),
);
/** Drills of the gate that run in parallel with the others, because they mostly wait, and their size there. */
const beside = new Map([
  ["make drills ARGS=leads", ""],
  ["make drills ARGS=upgrade", "leads=20000"],
]);
/** This command sends a thousand posts at once, so it runs alone. */
const first = new Set(["make drills ARGS=onekey"]);

/** Commands that another command includes; they are not run again. Both gate and nightly run `make check`. */
const within = new Map([
  ["make release", "make release-twice"],
  ["make clauses", "make check"],
  ["node scripts/check-papers.mjs", "make check"],
  ["node scripts/check-supply.mjs", "make check"],
]);
/** Commands that are separate steps of `make ci`. */
const steps = new Set(["make check", "make e2e", "make budgets"]);

/** Commands that compare times on this machine with each other or with a limit: other load makes them fail. */
const quiet = [
  [/^make (bench|lighthouse|first-load)\b/, "measures times"],
  [
    /^make drills ARGS=(crowd|routes|doors|lock|edge|visits|silence|restart|rolling|failover)$/,
    "limits how long visitors wait",
  ],
];

/** Steps that a proof needs first. */
const needs = [
  [/^make drills ARGS=(edge|nginx|languages)$/, "scripts/setup edge"],
  [/^(make release|scripts\/try-(install|upgrade)|scripts\/with-postgres scripts\/try-proxy)/, "scripts/setup release"],
  [/^scripts\/try-(install|upgrade)/, "make release"],
  [/^scripts\/with-postgres scripts\/try-proxy/, "make build"],
];

/** Runs the tests of the clauses on a site in another state (e2e/fixtures.ts). Their titles begin with the clause's id. */
const stateRun = (state) => `STATE=${state} make e2e ARGS="--project=phone --grep ' [A-Z]{1,2}[0-9]+ '"`;

/** Proofs that no document promises, and what they prove. */
const besides = [
  ["make drills ARGS=midmail", "the program is killed while it sends a mail"],
  ["make drills ARGS=moments", "content with a start and an end time"],
  ["make drills ARGS=restart", "restarts by systemd"],
  ["make drills ARGS=tls", "certificates and their renewal"],
  ["make s3", "pictures on a real S3 server"],
  ["make fuzz SECONDS=30", "every fuzz target"],
  [
    "make acid",
    "adding a field, a list, a block kind, a report or a language takes only the files that CONTRIBUTING.md names",
  ],
  ["node scripts/vulnerabilities.mjs --try", "a known vulnerability would be found"],
  [stateRun("saved"), "the clauses hold after every field was saved once"],
  [stateRun("agency"), "the clauses hold on a site that chose the trade agency"],
];

/** The commands in a text in backticks: unrolls loops, splits chains, and takes drills and benches one by one. */
function commands(text) {
  const loop = /^for (\w+) in ([\w ]+); do (.+); done$/.exec(text);
  if (loop) return loop[2].split(" ").flatMap((value) => commands(loop[3].replaceAll(`$${loop[1]}`, value)));
  if (text.includes(" && ")) return text.split(" && ").flatMap(commands);
  const command = text
    .replace(/^sudo /, "")
    .replaceAll(/\s+/g, " ")
    .trim();
  const [, target, args] = /^make (drills|bench) ARGS="?([^"]+)"?$/.exec(command) ?? [];
  if (!target) return /^(make [a-z]|node scripts\/|scripts\/\S+( |$))/.test(command) ? [command] : [];
  const words = args.split(" ");
  const whole = words.length === 1 || words.includes("full") || words.some((word) => word.includes("="));
  const quoted = (value) => (value.includes(" ") ? `"${value}"` : value);
  return (whole ? [args] : words).map((value) => `make ${target} ARGS=${quoted(value)}`);
}

/** Every promised command with the documents that name it, in the order of the documents. */
function promised() {
  const found = new Map();
  for (const paper of papers) {
    const text = read(paper)
      .replaceAll(/<!--[\s\S]*?-->/g, "")
      .replaceAll(/^```[\s\S]*?^```/gm, "");
    for (const [, quoted] of text.matchAll(/`([^`\n]+)`/g)) {
      if (/^scripts\/[\w.-]+\.(mjs|ts)$/.test(quoted)) continue; // a file name, not a command
      for (const command of commands(quoted)) {
        if (tools.some(([tool]) => tool.test(command))) continue;
        found.set(command, [...new Set([...(found.get(command) ?? []), paper])]);
      }
    }
  }
  return found;
}

const argsOf = (command) => (/ARGS="?([^"]+)"?$/.exec(command)?.[1] ?? "").split(" ").filter(Boolean);
const namesIn = (file) =>
  new Set([...read(file).matchAll(/^\t\{"(\w+)", |\{name: "(\w+)"/gm)].map(([, a, b]) => a ?? b));
const drills = namesIn("cmd/nemesis/main.go");
const benches = namesIn("cmd/bench/main.go");

/** Why a command cannot be run; empty if it can. */
function missing(command) {
  const [, target] = /^make ([\w-]+)/.exec(command) ?? [];
  if (target && !new RegExp(`^${target}:`, "m").test(read("Makefile"))) return `the Makefile has no ${target}`;
  if (target === "drills" || target === "bench") {
    const known = target === "drills" ? drills : benches;
    const chosen = argsOf(command).filter((word) => word !== "full" && !word.includes("="));
    if (chosen.length === 0) return `it names none of the ${target}`;
    const unknown = chosen.find((word) => !known.has(word));
    if (unknown) return `${unknown} is not one of the ${target}`;
  }
  const file = command.split(/[ "]/).find((word) => /^(scripts|e2e)\//.test(word) || word.endsWith(".spec.ts"));
  const path = file?.endsWith(".spec.ts") && !file.includes("/") ? join("e2e", file) : file;
  return path && !existsSync(join(root, path)) ? `${path} does not exist` : "";
}

/** The command in `all` that includes this one. */
function coveredBy(command, all) {
  if (all.has(within.get(command))) return within.get(command);
  const [, target, args] = /^make (\S+) ARGS=(.+)$/.exec(command) ?? [];
  if (target === "drills" && all.has(`make drills ARGS="full ${args}"`)) return `make drills ARGS="full ${args}"`;
  return target === "e2e" && all.has("make e2e") ? "make e2e" : undefined;
}

const matching = (table, command) => table.find(([pattern]) => pattern.test(command))?.[1];

/** The environment without make's variables: the ARGS of `make promises` are not meant for the commands it runs. */
const { MAKEFLAGS: _flags, MFLAGS: _old, MAKEOVERRIDES: _own, MAKELEVEL: _level, ARGS: _words, ...env } = process.env;

/** Runs a command. Its output is shown as it comes, or at the end (`held`) if others run in parallel. */
function run(command, { held = false } = {}) {
  const began = Date.now();
  return new Promise((resolve) => {
    const child = spawn("bash", ["-c", command], {
      cwd: root,
      env,
      stdio: ["ignore", held ? "pipe" : "inherit", held ? "pipe" : "inherit"],
    });
    const output = [];
    child.stdout?.on("data", (piece) => output.push(piece));
    child.stderr?.on("data", (piece) => output.push(piece));
    child.on("close", (status) => {
      process.stdout.write(Buffer.concat(output));
      resolve({ command, failed: status !== 0, seconds: (Date.now() - began) / 1000 });
    });
  });
}

const done = [];
function note(result) {
  done.push(result);
  console.log(`${result.failed ? "FAIL" : "ok  "} ${result.seconds.toFixed(1).padStart(7)} s  ${result.command}`);
  return result;
}

/** Runs the commands one after the other. A step that several of them need runs once. */
async function runAll(chosen) {
  const prepared = new Map();
  for (const command of chosen) {
    let ready = true;
    for (const [pattern, step] of needs) {
      if (!pattern.test(command) || chosen.some((one) => one === step || within.get(step) === one)) continue;
      if (!prepared.has(step)) prepared.set(step, !(await run(step)).failed);
      ready &&= prepared.get(step);
    }
    console.log(`\n--- ${command}`);
    note(ready ? await run(command) : { command: `${command} (a step it needs failed)`, failed: true, seconds: 0 });
  }
}

/** The gate: first the commands that run alone, then the drills, then the benches. */
async function runCheap(chosen) {
  for (const command of chosen.filter((one) => first.has(one))) note(await run(command));
  const sized = (command) => [...argsOf(command), beside.get(command)].filter(Boolean).join(" ");
  const behind = chosen
    .filter((one) => beside.has(one))
    .map((command) => run(`make drills ARGS="${sized(command)}"`, { held: true }));
  const rest = chosen.filter((one) => !first.has(one) && !beside.has(one));
  for (const target of ["drills", "bench"]) {
    if (target === "bench") for (const result of await Promise.all(behind)) note(result);
    const words = rest.filter((one) => one.startsWith(`make ${target} `)).flatMap(argsOf);
    if (words.length > 0) note(await run(`make ${target} ARGS="${words.join(" ")}"`));
  }
}

const options = new Set(process.argv.slice(2).filter((word) => word.startsWith("--")));
const picked = process.argv.slice(2).filter((word) => !word.startsWith("--"));
const found = promised();
for (const [command] of besides) if (!found.has(command)) found.set(command, []);
const all = new Set(found.keys());

const faults = [];
for (const option of options)
  if (!/^--(list|check|cheap|busy)$/.test(option)) faults.push(`${option} is not a known option`);
for (const [command, where] of found) {
  const why = missing(command);
  if (why) faults.push(`${where.join(", ") || "scripts/promises.mjs"}: ${command}: ${why}`);
}
for (const command of [...cheap, ...within.keys(), ...steps]) {
  if (!all.has(command)) faults.push(`scripts/promises.mjs names ${command}, which no document promises`);
}
for (const name of drills) {
  if (!all.has(`make ${name}`) && ![...all].some((one) => one.startsWith("make drills ") && argsOf(one).includes(name)))
    faults.push(`the drill ${name} is never run: promise it in README.md, or list it in scripts/promises.mjs`);
}
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exit(1);

// The release is built first, because the packages to install come from it.
const ordered = [...all].toSorted(
  (a, b) => Number(b.startsWith("make release")) - Number(a.startsWith("make release")),
);
const covered = (command) => coveredBy(command, all);

if (options.has("--check")) {
  console.log(`promises: ${all.size} commands, ${cheap.size} of them in the gate in addition to its own steps`);
} else if (options.has("--list")) {
  for (const command of ordered) {
    const why = matching(quiet, command);
    const how = [
      cheap.has(command) || steps.has(command) || steps.has(within.get(command)) ? "gate" : "nightly",
      ...(covered(command) ? [`within ${covered(command)}`] : []),
      ...(why ? [`quiet: ${why}`] : []),
    ];
    console.log(`${command.padEnd(58)} ${how.join(", ").padEnd(40)} ${found.get(command).join(" ")}`.trimEnd());
  }
} else if (options.has("--cheap")) {
  await runCheap(ordered.filter((command) => cheap.has(command)));
} else {
  const words = (command) => command.replaceAll(/["=/]/g, " ").split(" ");
  const asked = (command) =>
    picked.length === 0 || picked.some((pick) => pick.split(" ").every((word) => words(command).includes(word)));
  const chosen = ordered.filter(
    (command) =>
      asked(command) &&
      !(picked.length === 0 && covered(command)) &&
      !(options.has("--busy") && matching(quiet, command)),
  );
  if (chosen.length === 0) {
    console.error(`no promised command contains ${picked.join(" ")}`);
    process.exit(1);
  }
  await runAll(chosen);
}
if (done.length > 0) {
  const failed = done.filter((result) => result.failed);
  console.log(`\n${done.length - failed.length} passed, ${failed.length} failed`);
  for (const { command } of failed) console.log(`failed: ${command}`);
  if (failed.length > 0) process.exit(1);
}
