// What others made: each direct dependency has its line in docs/dependencies.md, and everything that ships is under a licence that may be
// shipped with ours. Offline, from go.mod, the module cache, package.json and package-lock.json. Usage: node scripts/check-supply.mjs
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");
const read = (name) => readFileSync(join(root, name), "utf8");

/** Licences that ask for no more than to be named. A text that is none of them is for people to decide. */
const allowed = new Set([
  "MIT",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "Apache-2.0",
  "ISC",
  "0BSD",
  "Unlicense",
  "CC0-1.0",
  "MPL-2.0",
]);

/** By what stands in the text; the first that fits. */
const marks = [
  ["Apache-2.0", /Apache License,?\s+Version 2\.0/i],
  ["MPL-2.0", /Mozilla Public License,? (v\. |Version )2\.0/i],
  ["GPL", /GNU (AFFERO |LESSER )?GENERAL PUBLIC LICENSE/i],
  ["CC0-1.0", /CC0 1\.0/],
  ["Unlicense", /released into the public domain/i],
  [
    "BSD-3-Clause",
    /Redistribution and use in source and binary forms[\s\S]*Neither (the name|the names)|Redistribution and use in source and binary forms[\s\S]*name of/i,
  ],
  ["BSD-2-Clause", /Redistribution and use in source and binary forms/i],
  ["ISC", /Permission to use, copy, modify, and\/?o?r? ?distribute this software/i],
  ["MIT", /Permission is hereby granted, free of charge/i],
];

/** Of a picture in a repository nothing is linked. */
const isText = /^(licen[cs]e|copying|unlicense)([.-](?!logo).*)?$/i;

function licenceOf(dir) {
  const names = existsSync(dir) ? readdirSync(dir).filter((name) => isText.test(name) && !name.endsWith(".go")) : [];
  const kinds = names.map((name) => {
    const text = readFileSync(join(dir, name), "utf8");
    return marks.find(([, mark]) => mark.test(text))?.[0] ?? "unknown";
  });
  return kinds.length > 0 ? [...new Set(kinds)] : ["none"];
}

/** The modules of which something is linked into the program. */
function goModules() {
  const form = "{{with .Module}}{{if not .Main}}{{.Path}}\t{{.Dir}}{{end}}{{end}}";
  const env = { ...process.env, GOFLAGS: "-mod=readonly", GOPROXY: "off", CGO_ENABLED: "0" };
  const lines = execFileSync("go", ["list", "-deps", "-f", form, "./cmd/parichay"], {
    cwd: root,
    encoding: "utf8",
    env,
  });
  const modules = new Map(
    lines
      .trim()
      .split("\n")
      .filter(Boolean)
      .map((line) => line.split("\t")),
  );
  return [...modules].map(([name, dir]) => ({ name, licences: licenceOf(dir) }));
}

/** What the browser's part is built of: all that is no tool, and the two tools that leave something of theirs in it. */
const left = new Set(["node_modules/tailwindcss", "node_modules/vite"]);

function npmPackages() {
  return Object.entries(JSON.parse(read("package-lock.json")).packages)
    .filter(([path, { dev, optional }]) => path && (left.has(path) || !(dev || optional)))
    .map(([path, { license }]) => ({ name: path.slice("node_modules/".length), licences: [license ?? "none"] }));
}

/** "(MIT OR Apache-2.0)" is allowed if one of them is, several texts if all are. */
const isAllowed = (licence) =>
  licence
    .replace(/[()]/g, "")
    .split(" OR ")
    .some((one) => allowed.has(one));

const faults = [];
const shipped = [...goModules(), ...npmPackages()];
for (const { name, licences } of shipped) {
  if (!licences.every(isAllowed))
    faults.push(`${name} ships under ${licences.join(", ")}, which is not among those allowed`);
}

const direct = new Set(
  [...read("go.mod").matchAll(/^\t(\S+) v\S+( \/\/ indirect)?$/gm)]
    .filter(([, , indirect]) => !indirect)
    .map(([, path]) => path),
);
const { dependencies, devDependencies, optionalDependencies } = JSON.parse(read("package.json"));
for (const name of Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies })) direct.add(name);

const told = new Map();
let newest = "";
for (const [, name, alive, why] of read("docs/dependencies.md").matchAll(
  /^\| `([^`]+)` \| (\d{4}-\d{2}) \| (.+) \|$/gm,
)) {
  if (told.has(name)) faults.push(`docs/dependencies.md has two lines for ${name}`);
  told.set(name, { alive, why });
  if (alive > newest) newest = alive;
}
for (const name of direct)
  if (!told.has(name)) faults.push(`${name} has no line in docs/dependencies.md: say what it is for`);
for (const name of told.keys())
  if (!direct.has(name)) faults.push(`docs/dependencies.md speaks of ${name}, which is no direct dependency`);

/** Three years before the newest date in the table. */
const silent = `${Number(newest.slice(0, 4)) - 3}${newest.slice(4)}`;
const names = new Set(shipped.map(({ name }) => name));
for (const [name, { alive }] of told) {
  const ships = names.has(name) || name in (dependencies ?? {});
  if (ships && alive < silent) faults.push(`${name} ships and was last seen alive in ${alive}: replace it`);
}

for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exit(1);
console.log(
  `supply: ${direct.size} direct dependencies with a reason; ${shipped.length} parts ship, all under allowed licences`,
);
