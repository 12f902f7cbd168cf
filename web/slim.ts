import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";

/** What React can do and nothing here asks for, function by function; `.oxlintrc.json` forbids to import it. */
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

/** Empties those functions. What only they called goes with them; one that is not found has changed, and is to be looked at. */
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
        if (slim === before) this.error(`react-dom has no function ${name} to leave out`);
      }
      return slim;
    },
  },
};

const glyph = JSON.stringify(join(import.meta.dirname, "src/ui/glyph.ts"));

/** Lucide's icons become glyphs of our own: what lucide draws them with can do much more, and is as large as all of them. */
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

/** A section of a language's words is a file of its own: `gu.json?of=lead`. Nothing of it is ever drawn by the server. */
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
