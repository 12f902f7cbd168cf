import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";

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
