import { execFileSync, spawnSync } from "node:child_process";
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";

const here = join(import.meta.dirname, "..");
const box = mkdtempSync(join(tmpdir(), "parichay-version-"));
afterAll(() => rmSync(box, { recursive: true }));

/** The environment for git: without the user's settings, and without those of a hook that may have started the test. */
const env = Object.fromEntries(
  Object.entries({ ...process.env, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_SYSTEM: "/dev/null" }).filter(
    ([name]) => !/^(VERSION|GIT_(DIR|WORK_TREE|INDEX_FILE|PREFIX))$/.test(name),
  ),
);
const run = (cwd, program, ...args) => execFileSync(program, args, { cwd, env, encoding: "utf8" }).trim();
const versionOf = (tree) => run(tree, "scripts/version");

function commit(tree, when, version) {
  if (version) writeFileSync(join(tree, "VERSION"), `${version}\n`);
  run(tree, "git", "add", "-A");
  const by = ["-c", "user.name=test", "-c", "user.email=test@example.invalid"];
  execFileSync("git", [...by, "commit", "-q", "--allow-empty", "-m", "test: change"], {
    cwd: tree,
    env: { ...env, GIT_AUTHOR_DATE: when, GIT_COMMITTER_DATE: when },
  });
  return versionOf(tree);
}

function tree(name) {
  const folder = join(box, name);
  mkdirSync(join(folder, "scripts"), { recursive: true });
  cpSync(join(here, "scripts/version"), join(folder, "scripts/version"));
  return folder;
}

function repository(name) {
  const folder = tree(name);
  run(folder, "git", "init", "-q");
  return folder;
}

/** Compares versions as apt does. */
const sortsBefore = (older, newer) => spawnSync("dpkg", ["--compare-versions", older, "lt", newer]).status === 0;
const debian = spawnSync("dpkg", ["--version"]).status === 0;

describe("scripts/version", () => {
  test("a clean release commit has the plain version", () => {
    const folder = repository("release");
    expect(commit(folder, "2026-11-16T06:35:31Z", "0.1.0")).toBe("0.1.0");
  });

  test("a later commit adds its time in UTC and its id", () => {
    const folder = repository("later");
    const version = commit(folder, "2026-11-17T01:30:05+05:30", "0.1.0+");
    expect(version).toBe(`0.1.0+20261116200005.g${run(folder, "git", "rev-parse", "HEAD").slice(0, 12)}`);
  });

  test.runIf(debian)("versions sort by time of commit, between their release and the next", () => {
    const folder = repository("order");
    const first = commit(folder, "2026-11-16T06:35:31Z", "0.1.0");
    appendFileSync(join(folder, "VERSION"), "\n");
    const dirtyFirst = versionOf(folder);
    const versions = [first, dirtyFirst, commit(folder, "2026-11-16T06:35:32Z", "0.1.0+")];
    versions.push(commit(folder, "2026-11-16T23:59:59Z"), commit(folder, "2026-11-17T00:00:00Z"));
    appendFileSync(join(folder, "VERSION"), "\n");
    versions.push(versionOf(folder), commit(folder, "2027-01-01T00:00:00Z"));
    versions.push(commit(folder, "2027-01-01T00:00:01Z", "0.1.1"), commit(folder, "2027-01-01T00:00:02Z", "0.1.1+"));
    versions.push(commit(folder, "2027-01-02T00:00:00Z", "0.10.0"));
    const allowed = /^[0-9][0-9A-Za-z.+~]{0,63}$/;
    for (const [at, version] of versions.entries()) {
      expect(version).toMatch(allowed);
      if (at > 0) expect(sortsBefore(versions[at - 1], version), `${versions[at - 1]} before ${version}`).toBe(true);
    }
  });

  test("a shallow clone without tags has the same version", () => {
    const folder = repository("whole");
    commit(folder, "2026-11-16T06:35:31Z", "0.1.0");
    const version = commit(folder, "2026-11-17T06:35:31Z", "0.1.0+");
    run(folder, "git", "tag", "v9.9.9");
    run(box, "git", "clone", "-q", "--depth=1", "--no-tags", `file://${folder}`, "shallow");
    expect(versionOf(join(box, "shallow"))).toBe(version);
    expect(versionOf(folder)).toBe(version);
  });

  test("a source tree without git has the version in the file VERSION", () => {
    const outer = repository("outer"); // an unrelated repository around the source tree
    commit(outer, "2026-11-16T06:35:31Z", "7.0.0");
    const folder = tree("outer/unpacked");
    writeFileSync(join(folder, "VERSION"), "0.1.0+\n");
    expect(versionOf(folder)).toBe("0.1.0+");
  });

  test("a VERSION that is not a version is refused", () => {
    const folder = tree("wrong");
    for (const text of ["", "v0.1.0", "0.1", "0.1.0-rc1", "0.1.0+3", "0.1.0\n[Service]"]) {
      writeFileSync(join(folder, "VERSION"), text);
      expect(spawnSync(join(folder, "scripts/version"), { env }).status, JSON.stringify(text)).toBe(1);
    }
  });
});

describe("this tree", () => {
  const file = readFileSync(join(here, "VERSION"), "utf8").trim();

  test.runIf(debian)("sorts after the first release and after unnumbered builds", () => {
    const version = versionOf(here);
    if (file !== "0.1.0") expect(sortsBefore("0.1.0", version), version).toBe(true);
    for (const earlier of ["0~git.18466b4", "0.1.0+3-g18466b4"])
      expect(sortsBefore(earlier, version), version).toBe(true);
  });

  test("VERSION names the newest release of CHANGELOG.md", () => {
    const [, newest] = /^## (\d\S*) /m.exec(readFileSync(join(here, "CHANGELOG.md"), "utf8"));
    expect(file.replace(/\+$/, "")).toBe(newest);
  });

  const cloned = existsSync(join(here, ".git")) && run(here, "git", "rev-parse", "--is-shallow-repository") === "false";

  test.runIf(cloned)("the newest commit is not older than its parents", () => {
    const [own, ...parents] = run(here, "git", "log", "--no-walk=unsorted", "--format=%ct", "HEAD", "HEAD^@").split(
      "\n",
    );
    for (const parent of parents) expect(Number(own)).toBeGreaterThanOrEqual(Number(parent));
  });

  test.runIf(cloned)("only the release commit has the plain version", () => {
    if (file.endsWith("+") || versionOf(here) !== file) return;
    expect(
      run(here, "git", "log", "-1", "--format=%H", "--", "VERSION"),
      `VERSION is still ${file}: write ${file}+`,
    ).toBe(run(here, "git", "rev-parse", "HEAD"));
  });
});
