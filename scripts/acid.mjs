// Acid tests: adding a field, a list, a block, a report, a trade, a slot or a language takes the files that CONTRIBUTING.md names and no others, and
// leaving out any of them fails with a message that names what is missing.
// Usage: node scripts/acid.mjs [--count | --whole] [NAME…]
//   without options: applies each patch of scripts/acid to a scratch worktree of HEAD, checks it, then leaves out each
//     of its files in turn
//   --count: only counts files and lines of the patches
//   --whole: checks the whole patches, without leaving anything out
//   NAME: only these changes ("field report")
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";

const root = join(import.meta.dirname, "..");
/** What is printed if a text is missing in a language other than English. */
const words = (key) =>
  Object.fromEntries(["hi", "gu", "mr"].map((lang) => [`locales/${lang}.json`, `locales/${lang}.json lacks "${key}"`]));
const locales = ["./locales"];

/**
 * The changes: how many files they may take, the kinds of files they may not touch, the tests of the touched rooms
 * (`go`: package and test names; `web`: Vitest files), and for each file the message that appears if it is forgotten.
 * `texts` names the file of a language's texts. Translating is not tried here: it and the sample content get the
 * English texts, marked.
 */
const changes = {
  field: {
    most: 7,
    go: [["./internal/domain/profile"], ["./internal/store/postgres", "TestEveryField"], locales],
    web: ["edit/edit-screen", "find/find"],
    forgotten: {
      "profile.go": `"threads"' is not assignable to type`,
      "threads_link.sql": "field threads: website_content has no column threads_link, write a migration",
      "screens.ts": `missing: "showThreads" | "threads"`,
      "locales/en.json": "screen.threads.title",
      ...words("screen.threads.title"),
    },
  },
  list: {
    most: 7,
    go: [
      ["./internal/domain/content"],
      ["./internal/store/postgres", "TestEveryCollection|TestRegistry|TestNamedSite"],
      ["./internal/api/content", "TestEveryList"],
      locales,
    ],
    web: ["managers/collection-screen", "translations/completeness", "find/find"],
    forgotten: {
      "collection.go": `"testimonials"' is not assignable to type`,
      "testimonials.sql": "collection testimonials: there is no table testimonials, write a migration",
      "collections.ts": `missing: "testimonials"`,
      "locales/en.json": "item.testimonials.picture",
      ...words("manager.testimonials.created"),
    },
  },
  block: {
    most: 7,
    may: /profile\/own-block\.tsx$/, // its drawing
    go: [["./internal/domain/content"], ["./internal/domain/homepage"], locales],
    web: ["managers/blocks", "managers/collection-screen"],
    forgotten: {
      "block.go": `'quote' does not exist in type`,
      "kind-icons.ts": `'quote' is missing in type`,
      "own-block.tsx": `'quote' is missing in type`,
      "locales/en.json": "block.kind.quote",
      ...words("block.kind.quote"),
    },
  },
  report: {
    most: 6,
    may: /insights\/board\.tsx$/,
    go: [["./internal/domain/visit"], ["./internal/store/visits", "TestEveryEvent"], locales],
    web: ["insights/board"],
    forgotten: {
      "report.go": `'landings' does not exist in type`,
      "board.tsx": `'landings' is missing in type`,
      "locales/en.json": "insights.report.landings",
      ...words("insights.report.landings"),
    },
  },
  trade: {
    most: 1,
    go: [["./internal/domain/trade"], ["./internal/domain/content"], ["./internal/public/site", "OfATrade"]],
    web: ["trade"],
    forgotten: {}, // it is one file
  },
  slot: {
    most: 6,
    go: [
      ["./internal/domain/trade"],
      ["./internal/domain/profile"],
      ["./internal/store/postgres", "TestEveryField"],
      locales,
    ],
    web: ["edit/edit-screen", "find/find"],
    forgotten: {
      "slot.go": "hoursTitle",
      "other.json": `"hoursTitle"`,
      "locales/en.json": "field.hoursTitle.label",
      ...words("field.hoursTitle.label"),
    },
  },
  language: {
    most: 6,
    texts: "locales/ne.json",
    go: [
      locales,
      ["./internal/domain/..."],
      ["./internal/public/..."],
      ["./internal/store/postgres"],
      ["./internal/api/..."],
    ],
    web: [""],
    forgotten: {
      "locales.go": "locales/ne.json is not in All",
      "locales/ne.json": "locales/ne.json: open ne.json: file does not exist",
      "locales/en.json": `"language.ne"`,
      ...words("language.ne"),
    },
  },
};

/** Files that a change may not touch, unless `may` of the change allows it. */
const forbidden = [
  [/_test\.go$|\.test\.|^e2e\//, "test"],
  [/\.tsx$/, "component"],
  [/^internal\/store\/(?!schema\/).*\.go$/, "query"],
  [/^internal\/api\/.*routes/, "route"],
  [/^internal\/(api|public\/site)\/.*\.go$/, "handler"],
];

const pathsIn = (patch) => [...patch.matchAll(/^\+\+\+ b\/(.+)$/gm)].map(([, path]) => path);
const pathsOf = (patch, texts) => [...pathsIn(patch), ...(texts ? [texts] : [])];
const linesIn = (patch) => patch.match(/^\+(?!\+\+)/gm)?.length ?? 0;
const generated = /\.gen\.ts$|^api\/openapi\.json$|^docs\/api\.md$/;

/** The environment of a plain shell: make's own variables are not meant for the commands run here. */
const { MAKEFLAGS: _flags, MFLAGS: _old, MAKEOVERRIDES: _own, MAKELEVEL: _level, ARGS: _args, ...rest } = process.env;
const env = { ...rest, CGO_ENABLED: "0", GOFLAGS: "-trimpath -buildvcs=false" };

const faults = [];
const fault = (text) => {
  faults.push(text);
  console.log(`FAIL  ${text}`);
};

function run(cwd, command) {
  const { status, stdout, stderr } = spawnSync("bash", ["-c", command], { cwd, env, encoding: "utf8" });
  return { failed: status !== 0, output: stdout + stderr };
}

function git(cwd, ...args) {
  const { status, stdout, stderr } = spawnSync("git", args, { cwd, encoding: "utf8" });
  if (status !== 0) throw new Error(`git ${args.join(" ")}: ${stderr}`);
  return stdout;
}

/** The checks in the order of their cost. Each runs only if those before it passed. */
function steps({ go, web }, paths, whole) {
  const rooms = [...new Set(paths.filter((path) => path.endsWith(".go")).map((path) => `./${dirname(path)}/`))];
  const shown = paths.filter((path) => path.startsWith("web/"));
  const tests = go.map(([room, names]) => `go test -vet=off ${room}${names ? ` -run '${names}'` : ""}`);
  return [
    ["generate", "make generate"],
    ["types", "tsc"],
    ...(whole
      ? [
          [
            "format",
            `biome check --colors=off --no-errors-on-unmatched --error-on-warnings ${paths.filter((path) => !/\.(go|sql)$/.test(path)).join(" ")}`,
          ],
          ["lint", `oxlint --type-aware --deny-warnings ${shown.join(" ")}`],
          ["lint", rooms.length > 0 ? `go tool -modfile=tools/go.mod golangci-lint run ${rooms.join(" ")}` : "true"],
          ["build", "make web/dist/.vite/manifest.json"],
        ]
      : []),
    ["tests", `scripts/with-postgres --memory bash -c "${tests.join(" && ")}"`],
    ...(whole
      ? [["tests", `NO_COLOR=1 vitest run --root web ${web.map((name) => `src/features/admin/${name}`).join(" ")}`]]
      : []),
  ];
}

/** The first check that fails, with its output; undefined if all pass. */
function firstFailure(box, change, paths, whole) {
  for (const [name, command] of steps(change, paths, whole)) {
    const { failed, output } = run(box, command);
    if (failed) return { name, output };
  }
  return undefined;
}

function clean(box) {
  git(box, "reset", "--hard", "--quiet");
  git(box, "clean", "-fdq", "--exclude=node_modules");
}

const tail = (text) => text.trimEnd().split("\n").slice(-25).join("\n");

/** Counts what a patch takes and refuses files that it may not touch. */
function count(name, { most, may, texts }, patch) {
  const paths = pathsOf(patch, texts);
  console.log(`${name}: ${paths.length} files, ${linesIn(patch)} lines; at most ${most} files`);
  if (paths.length > most) fault(`${name} takes ${paths.length} files, not ${most}`);
  for (const path of paths) {
    const kind = forbidden.find(([pattern]) => pattern.test(path))?.[1];
    if (kind && !may?.test(path)) fault(`${name} touches a ${kind}: ${path}`);
    if (generated.test(path)) fault(`${name} edits a generated file: ${path}`);
  }
}

/** Applies the patch, except for one file if named. */
function apply(box, { texts }, file, without) {
  git(box, "apply", "--index", ...(without && without !== texts ? [`--exclude=${without}`] : []), file);
  if (!texts || without === texts) return;
  const read = (path) => JSON.parse(readFileSync(join(box, path), "utf8"));
  const write = (path, value) => {
    writeFileSync(join(box, path), `${JSON.stringify(value, null, 2)}\n`);
    git(box, "add", path);
  };
  const plain = new Set(["default.businessHours", "services.quote"]); // the program parses one, another text quotes the other
  const marked = ([key, text]) => [key, plain.has(key) ? text : `${text}*`];
  write(texts, Object.fromEntries(Object.entries(read("locales/en.json")).map(marked)));
  const code = basename(texts, ".json");
  const sample = (one) => ({ ...one, [code]: { ...one.en, title: `${one.en.title}*` } });
  for (const path of git(box, "ls-files", "internal/domain/content/starter").trim().split("\n")) {
    const samples = read(path);
    write(path, Array.isArray(samples) ? samples.map(sample) : sample(samples));
  }
  const neutral = "internal/domain/trade/trades/other.json"; // the texts of every trade that lacks the language
  write(neutral, { ...read(neutral), [code]: read(neutral).en });
}

function tryWhole(box, name, change, file, paths) {
  apply(box, change, file);
  const failure = firstFailure(box, change, paths, true);
  if (failure) fault(`${name}: ${failure.name}\n${tail(failure.output)}`);
  const others = git(box, "diff", "--name-only")
    .split("\n")
    .filter((path) => path && !generated.test(path));
  if (others.length > 0) fault(`${name}: make generate also changes ${others.join(", ")}`);
  else if (!failure) console.log(`ok    ${name}`);
}

function tryWithout(box, name, change, file, paths) {
  for (const path of paths) {
    const [, message] = Object.entries(change.forgotten).find(([end]) => path.endsWith(end)) ?? [];
    clean(box);
    apply(box, change, file, path);
    const failure = firstFailure(
      box,
      change,
      paths.filter((other) => other !== path),
      false,
    );
    const text = `${name} without ${path}`;
    if (!failure) fault(`${text} passes`);
    else if (!message || !failure.output.includes(message))
      fault(`${text}: ${failure.name} does not say ${message}\n${tail(failure.output)}`);
    else console.log(`ok    ${text}: ${message}`);
  }
}

const args = process.argv.slice(2);
const picked = args.filter((word) => !word.startsWith("--"));
const unknown = picked.find((name) => !changes[name]);
if (unknown) throw new Error(`${unknown} is none of ${Object.keys(changes).join(", ")}`);
const chosen = Object.entries(changes).filter(([name]) => picked.length === 0 || picked.includes(name));
const only = (option) => args.includes(option);

const box = only("--count") ? "" : join(mkdtempSync(join(tmpdir(), "acid-")), "parichay");
try {
  if (box) {
    git(root, "worktree", "add", "--detach", "--quiet", box, "HEAD");
    symlinkSync(join(root, "node_modules"), join(box, "node_modules"));
    cpSync(join(root, "web/dist"), join(box, "web/dist"), { recursive: true });
    env.PATH = `${join(box, "node_modules/.bin")}:${env.PATH}`;
  }
  for (const [name, change] of chosen) {
    const file = join(root, "scripts/acid", `${name}.patch`);
    const patch = readFileSync(file, "utf8");
    count(name, change, patch);
    if (!box) continue;
    clean(box);
    const paths = pathsOf(patch, change.texts);
    tryWhole(box, name, change, file, paths);
    if (!only("--whole") && paths.length > 1) tryWithout(box, name, change, file, paths);
  }
} finally {
  if (box) {
    git(root, "worktree", "remove", "--force", box);
    rmSync(dirname(box), { recursive: true });
  }
}
if (faults.length > 0) process.exit(1);
