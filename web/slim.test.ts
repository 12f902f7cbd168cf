import { spawnSync } from "node:child_process";
import { appendFileSync, cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { bareRenderer, reactDom } from "./slim.ts";

// A process of its own: the bundler does not run in Vitest's contexts.
const program = `
  import { build } from "vite";
  import { pinnedReact } from "./slim.ts";
  const entry = { name: "entry", resolveId: (id) => id, load: () => "export {};" };
  const plugins = [pinnedReact(process.argv[1]), entry];
  await build({ configFile: false, logLevel: "silent", plugins, build: { write: false, rolldownOptions: { input: "entry" } } });
`;

/** Builds an empty script against a copy of react-dom and returns what stopped the build. */
function buildWith(change: (folder: string) => void): string {
  const folder = mkdtempSync(join(tmpdir(), "react-dom-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  cpSync(join(reactDom, "cjs"), join(folder, "cjs"), { recursive: true });
  change(folder);
  const node = ["--input-type=module", "--eval", program, folder];
  return spawnSync(process.execPath, node, { cwd: import.meta.dirname, encoding: "utf8" }).stderr;
}

test("the build accepts the react-dom that it was checked with", () => {
  expect(buildWith(() => {})).toBe("");
});

test.each(["cjs/react-dom-client.production.js", bareRenderer])("a changed or missing %s stops the build", (file) => {
  const stop = `react-dom/${file} has changed: check that `;
  expect(buildWith((folder) => appendFileSync(join(folder, file), "\n"))).toContain(stop);
  expect(buildWith((folder) => rmSync(join(folder, file)))).toContain(stop);
});
