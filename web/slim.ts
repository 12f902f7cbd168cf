import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { Plugin } from "vite";

export const reactDom = dirname(createRequire(import.meta.url).resolve("react-dom/package.json"));

/** Only the legacy renderer runs in a bare JavaScript engine. `exports` hides it, so an alias names its file. */
export const bareRenderer = "cjs/react-dom-server-legacy.browser.production.js";

/** Files of react-dom whose insides we rely on: their SHA-256, and what to check when an update changes them. */
const pins: Record<string, { hash: string; check: string }> = {
  "cjs/react-dom-client.production.js": {
    hash: "a319b413b7a19ee34422d9a12a8e7afd003c07846716d278ba1a0898e8cb6251",
    check: "no page needs the functions in `unused` in web/slim.ts, nor code that only they call",
  },
  [bareRenderer]: {
    hash: "a470866a7a27a7f4fa69ef04e9bfdea0514fc9defdcc48bda43516b9ae2dfadd",
    check: "it still renders in a bare JavaScript engine (go test ./internal/public/render)",
  },
};

/** Stops the build if a file that we rely on is not the one that we checked. */
export const pinnedReact = (folder: string): Plugin => ({
  name: "pinned-react",
  buildStart() {
    for (const [file, { hash, check }] of Object.entries(pins)) {
      const path = join(folder, file);
      const found = existsSync(path) ? createHash("sha256").update(readFileSync(path)).digest("hex") : "none";
      if (found !== hash)
        this.error(`react-dom/${file} has changed: check that ${check}, then set its hash in web/slim.ts to ${found}`);
    }
  },
});

/** React functions that no page uses, by feature. `.oxlintrc.json` forbids importing the public ones. */
const unused: Record<string, string[]> = {
  "view transitions": [
    "applyViewTransitionToHostInstances",
    "commitAfterMutationEffectsOnFiber",
    "commitExitViewTransitions",
    "commitNestedViewTransitions",
    "createViewTransitionInstance",
    "getViewTransitionClassName",
    "getViewTransitionName",
    "restoreEnterOrExitViewTransitions",
    "restoreNestedViewTransitions",
    "restoreViewTransitionName",
    "restoreViewTransitionOnHostInstances",
    "startViewTransition",
    "trackEnterViewTransitions",
  ],
  "refs of fragments": ["commitNewChildToFragmentInstance", "deleteChildFromFragmentInstance"],
  "style sheets and scripts as components, and fetching them ahead": [
    "acquireResource",
    "getResource",
    "preconnect",
    "prefetchDNS",
    "preinitModuleScript",
    "preinitScript",
    "preinitStyle",
    "preload",
    "preloadModule",
    "suspendResource",
    "waitForCommitToBeReady",
  ],
};

/** Empties the unused functions, so that code only they call is dropped. Fails if React no longer has one of them. */
export const slimReact: Plugin = {
  name: "slim-react",
  transform: {
    filter: { id: /react-dom-client\.production\.js/ },
    handler(code) {
      let slim = code.replaceAll(
        /^(FragmentInstance|ViewTransitionPseudoElement)\.prototype\.\w+ = function[\s\S]*?^\};$/gm,
        "",
      );
      for (const name of Object.values(unused).flat()) {
        const before = slim;
        slim = slim.replace(new RegExp(`^(function ${name}\\([^)]*\\) \\{)[\\s\\S]*?^\\}$`, "m"), "$1 return null; }");
        if (slim === before) this.error(`react-dom no longer has the function ${name}; update slim.ts`);
      }
      return slim;
    },
  },
};

const glyph = JSON.stringify(join(import.meta.dirname, "src/ui/glyph.ts"));

/** Replaces Lucide's icons by our own glyphs: Lucide's icon component is as large as all the icons we use. */
export const plainIcons: Plugin = {
  name: "plain-icons",
  transform: {
    filter: { id: /lucide-react[\\/].*[\\/]icons[\\/].+\.mjs$/ },
    handler(code) {
      const shapes = /node: (\[\n[\s\S]*?\n {2}\]|\[.*\])/.exec(code)?.[1]?.replaceAll(/,\s*key: "\w+"/g, "");
      return shapes && `import { glyph } from ${glyph};\nexport default /*#__PURE__*/ glyph(...${shapes});`;
    },
  },
};

/**
 * Loads one section of a language file as a separate module: `gu.json?of=lead`. The server never renders these words,
 * so its build gets an empty module.
 */
export const wordSections: Plugin = {
  name: "word-sections",
  load: {
    filter: { id: /\.json\?of=/ },
    handler(id) {
      const [file = "", section = ""] = id.split("?of=");
      const words = JSON.parse(readFileSync(file, "utf8")) as Record<string, string>;
      const wanted = (key: string) => this.environment.name === "client" && key.startsWith(`${section}.`);
      const found = Object.entries(words).filter(([key]) => wanted(key));
      return `export default ${JSON.stringify(Object.fromEntries(found))}`;
    },
  },
};
