// Checks the imports of the front end. Usage: node scripts/check-floors.mjs
// - A file imports only its own layer and those below: entries → pages/* → features/* → lib, ui, i18n, api.
// - No feature or page imports another.
// - The folders of features/admin follow the same rules among themselves.
// - Code that only the admin uses is in features/admin.
// - Public pages do not load packages that only the admin needs.
import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import ts from "typescript";

const src = join(import.meta.dirname, "../web/src");
const ground = ["lib", "ui", "i18n", "api", "paths.ts"];
const admin = "features/admin";
const floors = [ground, ["features"], ["pages"]];
/** The layers inside features/admin, lowest first; "" stands for the files that are in no folder. */
const rooms = [
  ["ui", "values"],
  ["codecs", "form"],
  ["draft"],
  [""],
  ["sign-in"],
  ["frame", "pictures"],
  ["rich-text"],
  ["kinds"],
  [
    "account",
    "codes",
    "edit",
    "feedback",
    "find",
    "history",
    "inbox",
    "insights",
    "library",
    "managers",
    "share",
    "translations",
  ],
  ["dashboard"],
];
const adminOnly = ["react-router", "@tanstack/react-query", "react-hook-form"];
const publicEntries = ["entry-public.tsx", "entry-server.tsx", "loader.ts"];

/** The layer of a file, and the unit inside which imports are free: a feature, a page or a family of pages. */
function place(file) {
  const [top, name] = file.split("/");
  const floor = floors.findIndex((tops) => tops.includes(top));
  if (floor < 0) return { floor: floors.length, unit: "entries" };
  return { floor, unit: floor === 0 ? "ground" : `${top}/${name.replace(/(\.test)?\.tsx?$/, "")}` };
}

/** The same for a file of the admin, by its folder. A folder that is not listed counts as the highest layer. */
function roomOf(file) {
  const [, , ...path] = file.split("/");
  const unit = path.length > 1 ? path[0] : "";
  const floor = rooms.findIndex((names) => names.includes(unit));
  return { floor: floor < 0 ? rooms.length : floor, unit };
}

function judge(file, target, here, there) {
  if (there.floor > here.floor) problems.push(`${file} imports ${target}, which is in a higher layer`);
  if (there.floor === here.floor && there.unit !== here.unit)
    problems.push(`${file} imports ${target}, which is in the same layer`);
}

function resolve(from, to) {
  const path = join(src, dirname(from), to);
  const hit = ["", ".ts", ".tsx", "/index.ts"].map((end) => path + end).find((p) => existsSync(p) && /\.\w+$/.test(p));
  return hit && relative(src, hit);
}

const problems = [];
const imports = new Map();
const usedBy = new Map();
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
      if (!file.includes(".test.")) usedBy.set(target, [...(usedBy.get(target) ?? []), file]);
      judge(file, target, here, there);
      if (here.unit === admin && there.unit === admin) judge(file, target, roomOf(file), roomOf(target));
    } else if (!target.includes("locales/") && !target.includes("testdata/")) {
      problems.push(`${file} imports ${target}, outside web/src`);
    }
  }
}

for (const [file, users] of usedBy) {
  if (/^(lib|ui)\//.test(file) && users.every((user) => /^(features\/admin\/|pages\/admin\/|entry-admin)/.test(user)))
    problems.push(`${file} is used only by the admin: move it to a folder of ${admin}`);
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
    const heavy = adminOnly.find((p) => fileName === p || fileName.startsWith(`${p}/`));
    if (heavy) problems.push(`public pages load ${heavy}: ${[...trail, file].join(" → ")}`);
    const target = fileName.startsWith(".") && resolve(file, fileName);
    if (target && place(target).unit === admin)
      problems.push(`public pages load ${target}: ${[...trail, file].join(" → ")}`);
    else if (target && imports.has(target)) walk(target, [...trail, file], seen);
  }
}
const seen = new Set();
for (const entry of publicEntries.filter((e) => imports.has(e))) walk(entry, [], seen);

for (const problem of problems) process.stdout.write(`${problem}\n`);
process.stdout.write(`floors: ${imports.size} files, ${problems.length} problems\n`);
process.exit(problems.length ? 1 : 0);
