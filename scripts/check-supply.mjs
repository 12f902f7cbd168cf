// Checks dependencies: every direct one has a line in docs/dependencies.md, and everything that ships has an allowed
// licence. Works offline, from go.mod, the module cache, package.json and package-lock.json.
// Usage: node scripts/check-supply.mjs
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");
const read = (name) => readFileSync(join(root, name), "utf8");

/** Licences that may ship. A person has to decide about any other. */
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

/** Patterns that identify a licence by its text; the first match counts. */
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

/** The names of licence files. The licence of a logo does not count, because the logo is not linked. */
const isText = /^(licen[cs]e|copying|unlicense)([.-](?!logo).*)?$/i;

function licenceOf(dir) {
  const names = existsSync(dir) ? readdirSync(dir).filter((name) => isText.test(name) && !name.endsWith(".go")) : [];
  const kinds = names.map((name) => {
    const text = readFileSync(join(dir, name), "utf8");
    return marks.find(([, mark]) => mark.test(text))?.[0] ?? "unknown";
  });
  return kinds.length > 0 ? [...new Set(kinds)] : ["none"];
}

/** The modules with code that is linked into the program. */
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

/** The front end contains all packages that are not tools, and these two tools, which leave code of their own in it. */
const left = new Set(["node_modules/tailwindcss", "node_modules/vite"]);

function npmPackages() {
  return Object.entries(JSON.parse(read("package-lock.json")).packages)
    .filter(([path, { dev, optional }]) => path && (left.has(path) || !(dev || optional)))
    .map(([path, { license }]) => ({ name: path.slice("node_modules/".length), licences: [license ?? "none"] }));
}

/** "(MIT OR Apache-2.0)" is allowed if one of the two is. A package with several licence texts needs all allowed. */
const isAllowed = (licence) =>
  licence
    .replace(/[()]/g, "")
    .split(" OR ")
    .some((one) => allowed.has(one));

const faults = [];
const shipped = [...goModules(), ...npmPackages()];
for (const { name, licences } of shipped) {
  if (!licences.every(isAllowed))
    faults.push(`${name} ships under ${licences.join(", ")}, which is not an allowed licence`);
}

const direct = new Set(
  [...read("go.mod").matchAll(/^\t(\S+) v\S+( \/\/ indirect)?$/gm)]
    .filter(([, , indirect]) => !indirect)
    .map(([, path]) => path),
);
const { dependencies, devDependencies, optionalDependencies } = JSON.parse(read("package.json"));
for (const name of Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies })) direct.add(name);

const documented = new Map();
let newest = "";
for (const [, name, alive, why] of read("docs/dependencies.md").matchAll(
  /^\| `([^`]+)` \| (\d{4}-\d{2}) \| (.+) \|$/gm,
)) {
  if (documented.has(name)) faults.push(`docs/dependencies.md has two lines for ${name}`);
  documented.set(name, { alive, why });
  if (alive > newest) newest = alive;
}
for (const name of direct)
  if (!documented.has(name)) faults.push(`${name} has no line in docs/dependencies.md: add one with its purpose`);
for (const name of documented.keys())
  if (!direct.has(name)) faults.push(`docs/dependencies.md lists ${name}, which is not a direct dependency`);

/** Three years before the newest date in the table. */
const silent = `${Number(newest.slice(0, 4)) - 3}${newest.slice(4)}`;
const names = new Set(shipped.map(({ name }) => name));
for (const [name, { alive }] of documented) {
  const ships = names.has(name) || name in (dependencies ?? {});
  if (ships && alive < silent) faults.push(`${name} ships but was last seen active in ${alive}: replace it`);
}

for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exit(1);
console.log(
  `supply: ${direct.size} documented direct dependencies; ${shipped.length} parts ship, all under allowed licences`,
);
