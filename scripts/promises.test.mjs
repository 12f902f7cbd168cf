import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";

const home = mkdtempSync(join(tmpdir(), "parichay-promises-"));
afterAll(() => rmSync(home, { recursive: true }));

/** The faults that the script reports for a tree whose README promises these commands. */
function faults(...commands) {
  const root = mkdtempSync(join(home, "tree-"));
  const write = (name, text) => {
    mkdirSync(join(root, name, ".."), { recursive: true });
    writeFileSync(join(root, name), text);
  };
  write("README.md", commands.map((command) => `| a promise | a figure | \`${command}\` |\n`).join(""));
  write("SECURITY.md", "");
  mkdirSync(join(root, "docs"));
  write("Makefile", "drills:\nbench:\ne2e:\n");
  write("cmd/nemesis/main.go", '\t{"truth", truth},\n\t{"spam", spam},\n');
  write("cmd/bench/main.go", '\t{name: "serve", run: serve},\n');
  write("scripts/try-install", "");
  cpSync(join(import.meta.dirname, "promises.mjs"), join(root, "scripts/promises.mjs"));
  const { status, stderr } = spawnSync(process.execPath, [join(root, "scripts/promises.mjs"), "--check"], {
    encoding: "utf8",
  });
  expect(status).toBe(1); // the tree lacks most commands of the script's own tables
  return stderr.split("\n").filter((line) => line.startsWith("README.md") || line.startsWith("the drill"));
}

test("promises that can be run have no faults", () => {
  expect(faults('make drills ARGS="truth spam"', "make bench ARGS=serve", "make setup")).toEqual([]);
});

test("a promised target that the Makefile lacks is reported by name", () => {
  expect(faults('make drills ARGS="truth spam"', "make nothing")).toEqual([
    "README.md: make nothing: the Makefile has no nothing",
  ]);
});

test("a promised drill that does not exist is reported by name", () => {
  expect(faults('make drills ARGS="truth spam crowd"')).toEqual([
    "README.md: make drills ARGS=crowd: crowd is not one of the drills",
  ]);
});

test("a drill that no document promises is reported by name", () => {
  expect(faults('make drills ARGS="full spam"')).toEqual([expect.stringContaining("the drill truth is never run")]);
});

test("loops are unrolled and chains are split", () => {
  expect(
    faults('make drills ARGS="truth spam" && make none', "for one in a b; do sudo scripts/try-$one x; done"),
  ).toEqual([
    "README.md: make none: the Makefile has no none",
    "README.md: scripts/try-a x: scripts/try-a does not exist",
    "README.md: scripts/try-b x: scripts/try-b does not exist",
  ]);
});
