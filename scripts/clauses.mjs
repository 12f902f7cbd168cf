// Lists the tests that prove each clause of docs/clauses.md. Fails if a clause of a finished section has none.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");
const finished = new Set(["R", "H", "SH", "D", "SV", "P", "B", "N", "C", "A", "DB", "E", "M", "L"]);

const clauses = [...readFileSync(join(root, "docs/clauses.md"), "utf8").matchAll(/^\| ([A-Z]+\d+) \| (.*) \|$/gm)].map(
  ([, id, text]) => ({ id, text: text.replace(/[*`"]/g, "") }),
);

function* files(dir) {
  for (const entry of readdirSync(join(root, dir), { withFileTypes: true })) {
    const path = join(dir, entry.name);
    if (entry.isDirectory()) yield* files(path);
    else if (/\.(spec|test)\.tsx?$|_test\.go$/.test(entry.name)) yield path;
  }
}

const proofs = new Map(clauses.map(({ id }) => [id, []]));
const titles = /\b(?:test|it)(?:\.\w+)?\(\s*[`"]([^`"]+)[`"]|^func Test(\w+)/gm;
for (const path of [...files("e2e"), ...files("web/src"), ...files("internal"), ...files("locales")]) {
  for (const [, sentence, name] of readFileSync(join(root, path), "utf8").matchAll(titles)) {
    const title = sentence ?? name.replace(/([A-Z]+\d+)/g, "$1 ");
    for (const [id] of title.matchAll(/\b[A-Z]{1,2}\d{1,2}\b/g)) proofs.get(id)?.push(path);
  }
}

const missing = [];
for (const { id, text } of clauses) {
  const found = [...new Set(proofs.get(id))];
  console.log(
    `${id.padEnd(5)}${String(proofs.get(id).length).padStart(3)}  ${text.slice(0, 70).padEnd(72)}${found.join(" ")}`,
  );
  const section = id.replace(/\d+/, "");
  if (found.length === 0 && finished.has(section)) missing.push(id);
}
if (missing.length) {
  console.error(`no test name contains the id ${missing.join(", ")}`);
  process.exit(1);
}
