// Writes docs/api.md from api/openapi.json. With --check, it only checks that the page is current.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");
const page = join(root, "docs/api.md");
const { paths, components } = JSON.parse(readFileSync(join(root, "api/openapi.json"), "utf8"));

const named = (schema) => schema.$ref?.slice(schema.$ref.lastIndexOf("/") + 1);
const resolved = (schema) => (schema.$ref ? components.schemas[named(schema)] : schema);

/** A short description of a value's type. */
function type(schema) {
  if (!schema) return "";
  const name = named(schema);
  if (name && resolved(schema).type === "object") return `[${name}](#shape-${name.toLowerCase()})`;
  const it = resolved(schema);
  if (it.enum) return it.enum.map((value) => `\`${value}\``).join(" \\| ");
  if (it.type === "array") return `list of ${type(it.items)}`;
  const kind = Array.isArray(it.type) ? it.type.filter((one) => one !== "null").join(" or ") : (it.type ?? "anything");
  return it.format && it.format !== "int64" && it.format !== "double" ? `${kind} (${it.format})` : kind;
}

const cell = (text = "") => text.replaceAll("|", "\\|").replaceAll("\\\\|", "\\|").replaceAll("\n", " ");

/** The members of an object, including those of unnamed nested objects: `socialLinks.twitter`. */
function members(it, prefix = "") {
  const rows = [];
  for (const [name, value] of Object.entries(it.properties ?? {})) {
    const must = it.required?.includes(name) ? "" : ", may be absent";
    rows.push(`| \`${prefix}${name}\` | ${type(value)}${must} | ${cell(value.description)} |`);
    rows.push(...members(value, `${prefix}${name}.`), ...members(value.items ?? {}, `${prefix}${name}[].`));
  }
  return rows;
}

function properties(schema) {
  const rows = members(resolved(schema));
  return rows.length > 0 ? ["| member | type | |", "|---|---|---|", ...rows] : ["An object with members of its own."];
}

const json = (content) => content?.["application/json"]?.schema ?? Object.values(content ?? {})[0]?.schema;

function operation(method, path, op) {
  const who = op.security ? "the owner" : "anybody";
  const lines = [`### ${method.toUpperCase()} ${path}`, "", `${op.summary}. For ${who}.`, ""];
  const asked = (op.parameters ?? []).filter((one) => one.in !== "cookie");
  if (asked.length > 0) {
    lines.push("| parameter | in | type | |", "|---|---|---|---|");
    for (const one of asked)
      lines.push(
        `| \`${one.name}\` | ${one.in}${one.required ? "" : ", may be absent"} | ${type(one.schema)} | ${cell(one.description)} |`,
      );
    lines.push("");
  }
  const body = json(op.requestBody?.content);
  if (body) {
    const name = named(body);
    lines.push(
      ...(name && !name.endsWith("Request") ? [`Body: ${type(body)}`] : ["Body:", "", ...properties(body)]),
      "",
    );
  }
  for (const [status, answer] of Object.entries(op.responses)) {
    if (status === "default") continue;
    const shape = json(answer.content);
    lines.push(`Answers ${status}${shape ? `: ${type(shape)}` : ""}.`, "");
  }
  return lines;
}

const groups = new Map();
for (const [path, operations] of Object.entries(paths)) {
  const group = path.split("/")[3];
  groups.set(group, [
    ...(groups.get(group) ?? []),
    ...Object.entries(operations).map(([method, op]) => [method, path, op]),
  ]);
}

const sections = [...groups.keys()].toSorted((a, b) => (a < b ? -1 : 1));

function section(group) {
  const lines = [`## ${group}`, ""];
  for (const one of groups.get(group)) lines.push(...operation(...one));
  return lines;
}

const lines = [
  "# The API",
  "",
  "<!-- written by `make generate` from api/openapi.json; do not edit -->",
  "",
  "JSON over HTTP, the same that the owner's app uses; a running program has its description for machines under `/api/openapi.json`.",
  "Who signs in (`POST /api/v1/session`) gets a cookie; writes from other sites' pages are refused. Every error is problem JSON (RFC 9457,",
  "[Problem](#shape-problem)): programs go by its `code`, and `issues` names the values that were refused. 429 and 503 say in `Retry-After` when to try again.",
  "",
  ...sections.map((group) => `- [${group}](#${group})`),
  "- [shapes](#shapes)",
  "",
  ...sections.flatMap(section),
  "## shapes",
  "",
];
for (const [name, schema] of Object.entries(components.schemas).toSorted(([a], [b]) => (a < b ? -1 : 1))) {
  if (schema.type !== "object" || name.endsWith("Request")) continue;
  lines.push(
    `<a id="shape-${name.toLowerCase()}"></a>`,
    "",
    `### ${name}`,
    "",
    ...(schema.description ? [schema.description, ""] : []),
    ...properties(schema),
    "",
  );
}
const text = lines.join("\n");
if (!process.argv.includes("--check")) writeFileSync(page, text);
else if (readFileSync(page, "utf8") !== text) {
  process.stderr.write("docs/api.md is stale: run make generate\n");
  process.exit(1);
}
