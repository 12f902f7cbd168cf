import { createHash } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { runInNewContext } from "node:vm";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { bareRenderer, pinnedReact, plainIcons, reactDom, slimReact, wordSections } from "./slim.ts";

const root = import.meta.dirname;

function script(input: string, emptyOutDir: boolean) {
  return {
    outDir: "dist/server",
    emptyOutDir,
    copyPublicDir: false,
    manifest: false,
    minify: true,
    target: "es2022",
    rolldownOptions: {
      input: join(root, "src", input),
      output: { format: "iife" as const, codeSplitting: false, entryFileNames: "[name].js" },
    },
  };
}

/** A script for an engine without browser or Node APIs. */
function bare(input: string, emptyOutDir: boolean) {
  return {
    consumer: "server" as const,
    define: { "process.env.NODE_ENV": '"production"' },
    resolve: { noExternal: true as const, conditions: ["module", "browser", "production"] },
    build: script(input, emptyOutDir),
  };
}

/** Replaces Vite's preload wrapper around import() by a plain call: dependencies are always loaded already. */
const plainImports: Plugin = {
  name: "plain-imports",
  enforce: "pre",
  load: {
    filter: { id: /vite\/preload-helper/ },
    handler: () => "export const __vitePreload = (load) => load();",
  },
};

/** Icons that public pages import. Icons of the admin, and those an owner can choose, are not sent with every page. */
const publicIcons = new Set(
  globSync("src/{ui,features,pages}/**/*.tsx", { cwd: root })
    .filter((file) => !/[\\/](admin[\\/]|named-icon\.)/.test(file))
    .flatMap((file) => readFileSync(join(root, file), "utf8").match(/import \{[^}]+\} from "lucide-react"/g) ?? [])
    .flatMap((names) => names.match(/[A-Z]\w+/g) ?? [])
    .map((name) => name.replace(/(?<=[a-z])(?=[A-Z\d])/g, "-").toLowerCase()),
);

/**
 * Modules that a public page renders at once and that another page or the admin shares. They form one chunk, because
 * many small chunks compress badly. Dialogs, forms and their dependencies have chunks of their own.
 */
const shownAtOnce = new RegExp(
  [
    "src/(paths|api/website-content|i18n/(language|time-text|words))",
    "src/lib/(?!copy-text|random-key|kept|letters|at-path|use-settled|passkey)",
    "src/ui/(brand-icon|button|card|chips|disclosure|empty|glyph|icon-well|link-card|section-title|toaster)",
    "src/features/(hours|shell|share/share-button|in-app/in-app-help)",
    "lucide-react|preload-helper",
  ].join("|"),
);

function isShownAtOnce(id: string): boolean {
  const icon = /lucide-react[\\/].*[\\/]icons[\\/](.+)\.m?js$/.exec(id)?.[1];
  return icon ? publicIcons.has(icon) : shownAtOnce.test(id);
}

type Chunk = { file: string; css?: string[]; imports?: string[]; dynamicImports?: string[] };

/** Lists all files of the owner's app for its service worker: every file of the build that its entry reaches. */
const adminFiles: Plugin = {
  name: "admin-files",
  applyToEnvironment: ({ name }) => name === "worker",
  resolveId: { filter: { id: /^virtual:admin-files$/ }, handler: (id) => id },
  load: {
    filter: { id: /^virtual:admin-files$/ },
    handler() {
      const manifest: Record<string, Chunk> = JSON.parse(readFileSync(join(root, "dist/.vite/manifest.json"), "utf8"));
      const seen = new Set(["src/entry-admin.tsx"]);
      // The preview shows a public page and needs its styles.
      const files = new Set((manifest["src/entry-public.tsx"]?.css ?? []).map((path) => `/${path}`));
      for (const key of seen) {
        const {
          file,
          css = [],
          imports = [],
          dynamicImports = [],
        } = manifest[key] ?? this.error(`${key} is missing from the build manifest`);
        for (const path of [file, ...css]) files.add(`/${path}`);
        for (const next of [...imports, ...dynamicImports]) seen.add(next);
      }
      const version = createHash("sha256")
        .update([...files].toSorted().join())
        .digest("hex")
        .slice(0, 12);
      return `export const files = ${JSON.stringify([...files])}; export const version = "${version}";`;
    },
  },
};

/** Replaces the script entry-data.js by the data that it makes. */
async function writeData(dir: string): Promise<void> {
  const made = join(dir, "entry-data.js");
  const context: { data?: unknown } = {};
  runInNewContext(await readFile(made, "utf8"), context);
  await writeFile(join(dir, "data.json"), JSON.stringify(context.data));
  await rm(made);
}

const compressible = /\.(js|css|svg)$/;
const smallest = 1024;

/** Writes a .br and a .gz beside every served file that is large enough to gain from it. */
async function compressFiles(dir: string): Promise<void> {
  for (const entry of await readdir(dir, { withFileTypes: true })) {
    const path = join(dir, entry.name);
    if (entry.isDirectory()) {
      if (entry.name !== "server") await compressFiles(path);
      continue;
    }
    if (!compressible.test(entry.name)) continue;
    const body = await readFile(path);
    if (body.length < smallest) continue;
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    };
    await writeFile(`${path}.br`, brotliCompressSync(body, { params }));
    await writeFile(`${path}.gz`, gzipSync(body, { level: constants.Z_BEST_COMPRESSION }));
  }
}

export default defineConfig({
  root,
  plugins: [
    react(),
    tailwindcss(),
    plainImports,
    pinnedReact(reactDom),
    slimReact,
    plainIcons,
    wordSections,
    adminFiles,
  ],
  resolve: { alias: { "react-dom/server": join(reactDom, bareRenderer) } },
  server: { fs: { allow: [".."] } },
  environments: {
    client: {
      build: {
        outDir: "dist",
        emptyOutDir: true,
        manifest: true,
        target: "es2022",
        modulePreload: false,
        rolldownOptions: {
          input: [join(root, "src/entry-public.tsx"), join(root, "src/entry-admin.tsx")],
          output: {
            codeSplitting: {
              groups: [
                { name: "react", test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 1 },
                { name: "shared", test: isShownAtOnce, minShareCount: 2 },
                // Every page names this chunk: one name is shorter than three.
                { name: "dialog", test: /src[\\/](ui[\\/](copy-field|dialog)|lib[\\/]copy-text)\./, minShareCount: 2 },
              ],
            },
          },
        },
      },
    },
    server: bare("entry-server.tsx", true),
    data: bare("entry-data.tsx", false),
    loader: { consumer: "client", build: script("loader.ts", false) },
    worker: { consumer: "client", build: { ...script("worker.ts", false), outDir: "dist" } },
  },
  builder: {
    async buildApp(builder) {
      const { client, server, data, loader, worker } = builder.environments;
      for (const environment of [client, server, data, loader, worker]) {
        if (environment) await builder.build(environment);
      }
      await writeData(join(root, "dist/server"));
      await compressFiles(join(root, "dist"));
    },
  },
});
