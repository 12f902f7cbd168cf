// Adds optional platform packages to package-lock.json that the registry did not have when the lock file was written.
// `npm ci` refuses a lock file without them, even if nobody uses the platform. Usage: node scripts/complete-lock.mjs
import { readFileSync, writeFileSync } from "node:fs";

const file = new URL("../package-lock.json", import.meta.url);
const lock = JSON.parse(readFileSync(file, "utf8"));
const word = (name, words) => words.filter((w) => new RegExp(`(^|[-/])${w}(?=$|[-/]|e?abi|hf)`).test(name));

const added = [];
for (const [path, pkg] of Object.entries(lock.packages)) {
  for (const [name, wanted] of Object.entries(pkg.optionalDependencies ?? {})) {
    const nested = `${path}/node_modules/${name}`;
    const flat = `node_modules/${name}`;
    if (lock.packages[nested] || lock.packages[flat]) continue;
    const version = wanted.replace(/^[^\d]+/, "");
    const os = word(name, [
      "aix",
      "android",
      "darwin",
      "freebsd",
      "linux",
      "netbsd",
      "openbsd",
      "openharmony",
      "sunos",
      "win32",
    ]);
    const cpu = word(name, [
      "arm",
      "arm64",
      "ia32",
      "loong64",
      "mips64el",
      "ppc64",
      "riscv64",
      "s390x",
      "wasm32",
      "x64",
    ]);
    if (name === "fsevents") os.push("darwin");
    if (!os.length && !cpu.length) throw new Error(`cannot tell the platform of ${name}`);
    const libc = /-musl/.test(name) ? ["musl"] : /-gnu/.test(name) ? ["glibc"] : [];
    lock.packages[flat] = {
      version,
      ...(cpu.length && { cpu }),
      ...(pkg.dev && { dev: true }),
      ...(libc.length && os[0] === "linux" && { libc }),
      optional: true,
      ...(os.length && { os }),
    };
    added.push(`${name}@${version} ${[...os, ...cpu, ...libc].join(" ")}`);
  }
}
if (added.length) {
  const entries = Object.entries(lock.packages).toSorted(([a], [b]) => (a < b ? -1 : 1));
  lock.packages = Object.fromEntries(entries);
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
}
process.stdout.write(`${added.length} platform packages added\n`);
if (process.argv.includes("-v")) process.stdout.write(`${added.join("\n")}\n`);
