// Checks that front-end imports go down: lib, ui, i18n, api → features/* → pages/* → entries; no feature or page imports
// another; and nothing a public page loads reaches the packages that belong to the admin. Usage: node scripts/check-floors.mjs
import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import ts from "typescript";

const src = join(import.meta.dirname, "../web/src");
const ground = ["lib", "ui", "i18n", "api", "paths.ts"];
const floors = [ground, ["features"], ["pages"]];
const adminOnly = ["react-router", "@tanstack/react-query", "react-hook-form"];
const publicEntries = ["entry-public.tsx", "entry-server.tsx", "loader.ts"];

/** The floor of a file, and the unit inside which imports are free: a feature, a page or a family of pages. */
function place(file) {
  const [top, name] = file.split("/");
  const floor = floors.findIndex((tops) => tops.includes(top));
  if (floor < 0) return { floor: floors.length, unit: "entries" };
  return { floor, unit: floor === 0 ? "ground" : `${top}/${name.replace(/(\.test)?\.tsx?$/, "")}` };
}

function resolve(from, to) {
  const path = join(src, dirname(from), to);
  const hit = ["", ".ts", ".tsx", "/index.ts"].map((end) => path + end).find((p) => existsSync(p) && /\.\w+$/.test(p));
  return hit && relative(src, hit);
}

const problems = [];
const imports = new Map();
for (const file of globSync("**/*.{ts,tsx}", { cwd: src })) {
  const text = readFileSync(join(src, file), "utf8");
  const names = ts.preProcessFile(text, true, true).importedFiles.map((i) => i.fileName);
  imports.set(file, names);
  const here = place(file);
  for (const name of names.filter((n) => n.startsWith("."))) {
    const target = resolve(file, name.replace(/\?.*$/, ""));
    if (!target) problems.push(`${file}: cannot find ${name}`);
    else if (!target.startsWith("..")) {
      const there = place(target);
      if (there.floor > here.floor) problems.push(`${file} imports ${target}, which stands above it`);
      if (there.floor === here.floor && there.unit !== here.unit)
        problems.push(`${file} imports ${target}, its neighbour`);
    } else if (!target.includes("locales/") && !target.includes("testdata/")) {
      problems.push(`${file} imports ${target}, outside web/src`);
    }
  }
}

/** Follows the imports that remain after types are erased. */
function walk(file, trail, seen) {
  if (seen.has(file)) return;
  seen.add(file);
  const text = readFileSync(join(src, file), "utf8");
  const js = ts.transpileModule(text, {
    fileName: file,
    compilerOptions: { target: "esnext", verbatimModuleSyntax: true, jsx: "preserve" },
  });
  for (const { fileName } of ts.preProcessFile(js.outputText, true, true).importedFiles) {
    const admin = adminOnly.find((p) => fileName === p || fileName.startsWith(`${p}/`));
    if (admin) problems.push(`public pages load ${admin}: ${[...trail, file].join(" → ")}`);
    const target = fileName.startsWith(".") && resolve(file, fileName);
    if (target && imports.has(target)) walk(target, [...trail, file], seen);
  }
}
const seen = new Set();
for (const entry of publicEntries.filter((e) => imports.has(e))) walk(entry, [], seen);

for (const problem of problems) process.stdout.write(`${problem}\n`);
process.stdout.write(`floors: ${imports.size} files, ${problems.length} problems\n`);
process.exit(problems.length ? 1 : 0);
