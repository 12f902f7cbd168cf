// Writes the third-party licences (THIRD-PARTY.txt) and the SBOM (sbom.cdx.json, CycloneDX) of a release. Reads the
// list of dependencies from the binary and package-lock.json. Fails if a dependency has no licence text.
// Usage: node scripts/papers.mjs BINARY FOLDER
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const [binary, folder] = process.argv.slice(2);
const root = join(import.meta.dirname, "..");
const run = (program, ...args) =>
  execFileSync(program, args, {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 1 << 26,
    env: { ...process.env, GOFLAGS: "" },
  });
const isText = /^(licen[cs]e|copying|notice|patents|unlicense)([.-].*)?$/i;

/** The licence texts in a module's folder. */
function texts(dir) {
  const names = existsSync(dir) ? readdirSync(dir).filter((name) => isText.test(name) && !name.endsWith(".go")) : [];
  return names.toSorted((a, b) => (a < b ? -1 : 1)).map((name) => readFileSync(join(dir, name), "utf8").trim());
}

const goVersion = run("go", "env", "GOVERSION").trim();
const goRoot = run("go", "env", "GOROOT").trim();

/** The Go modules in the binary, as recorded by the linker. */
function goModules() {
  const inside = [];
  for (const line of run("go", "version", "-m", binary).split("\n")) {
    const [, what, path, version, sum] = line.split("\t");
    if (what === "=>") throw new Error(`${path} replaces another module, which this script cannot handle`);
    if (what === "dep") inside.push({ path, version, sum });
  }
  const where = new Map(
    run("go", "list", "-m", "-f", "{{.Path}}\t{{.Dir}}", "all")
      .trim()
      .split("\n")
      .map((line) => line.split("\t")),
  );
  return inside.map(({ path, version, sum }) => ({
    name: path,
    version,
    purl: `pkg:golang/${path}@${version}`,
    sha256: Buffer.from(sum.replace("h1:", ""), "base64").toString("hex"),
    texts: texts(where.get(path)),
  }));
}

/** The front end contains all packages that are not tools, and these two tools, which leave code of their own in it. */
const left = new Set(["node_modules/tailwindcss", "node_modules/vite"]);

function npmPackages() {
  const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
  return Object.entries(packages)
    .filter(
      ([path, { dev, optional }]) => path && (left.has(path) || !(dev || optional)) && existsSync(join(root, path)),
    )
    .map(([path, { version, integrity, license }]) => {
      const name = path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
      const found = texts(join(root, path));
      return {
        name,
        version,
        license,
        purl: `pkg:npm/${name.replace("@", "%40")}@${version}`,
        sha512: Buffer.from(integrity.replace("sha512-", ""), "base64").toString("hex"),
        texts: found.length > 0 ? found : missing(name, license),
      };
    });
}

/** Some packages name their licence without its text. Packages of one author share the text of another package. */
function missing(name, license) {
  const family = { "@tiptap": "@tiptap/core", "@dnd-kit": "@dnd-kit/core" };
  const elder = family[name.split("/")[0]];
  const found = elder ? texts(join(root, "node_modules", elder)) : [];
  return found.length > 0 ? found : standard(name, license);
}

function standard(name, license) {
  if (license !== "MIT") return [];
  const { author } = JSON.parse(readFileSync(join(root, "node_modules", name, "package.json"), "utf8"));
  const who = typeof author === "string" ? author : (author?.name ?? `the authors of ${name}`);
  const mit = texts(join(root, "node_modules/react"))[0] ?? "";
  return [mit.replace(/^Copyright.*$/m, `Copyright (c) ${who}`)];
}

const standardLibrary = {
  name: "std",
  version: goVersion.replace("go", ""),
  purl: `pkg:golang/std@${goVersion.replace("go", "")}`,
  texts: texts(goRoot),
};
const fonts = join(root, "internal/public/draw/fonts");
const fontTexts = readdirSync(fonts).filter((name) => name.endsWith(".txt"));
const all = [standardLibrary, ...goModules(), ...npmPackages()].toSorted((a, b) => (a.purl < b.purl ? -1 : 1));

const without = all.filter(({ texts }) => texts.length === 0).map(({ name }) => name);
if (without.length > 0) throw new Error(`no licence text found: ${without.join(", ")}`);

const line = "=".repeat(79);
const chapter = (title, text) => `${line}\n${title}\n${line}\n\n${text}\n\n`;
const parts = all.map(({ name, version, texts }) => chapter(`${name} ${version}`, texts.join("\n\n")));
const fontParts = fontTexts.map((name) => chapter(`fonts: ${name}`, readFileSync(join(fonts, name), "utf8").trim()));
const head = "Third-party components of this program and their licences.\n\n";
writeFileSync(join(folder, "THIRD-PARTY.txt"), head + [...parts, ...fontParts].join("").replaceAll("\r\n", "\n"));

const hashes = ({ sha256, sha512 }) => {
  if (sha256) return { hashes: [{ alg: "SHA-256", content: sha256 }] };
  return sha512 ? { hashes: [{ alg: "SHA-512", content: sha512 }] } : {};
};
const version = process.env.VERSION ?? "dev";
const sbom = {
  $schema: "http://cyclonedx.org/schema/bom-1.6.schema.json",
  bomFormat: "CycloneDX",
  specVersion: "1.6",
  version: 1,
  metadata: {
    timestamp: new Date(Number(process.env.SOURCE_DATE_EPOCH ?? 0) * 1000).toISOString(),
    component: {
      type: "application",
      "bom-ref": "parichay",
      name: "parichay",
      version,
      licenses: [{ license: { id: "Apache-2.0" } }],
    },
  },
  components: all.map((part) => ({
    type: "library",
    "bom-ref": part.purl,
    name: part.name,
    version: part.version,
    purl: part.purl,
    ...(part.license ? { licenses: [{ expression: part.license }] } : {}),
    ...hashes(part),
  })),
  dependencies: [{ ref: "parichay", dependsOn: all.map(({ purl }) => purl) }],
};
writeFileSync(join(folder, "sbom.cdx.json"), `${JSON.stringify(sbom, null, 1)}\n`);
process.stdout.write(`licences and SBOM: ${all.length} components, ${fontTexts.length} fonts\n`);
