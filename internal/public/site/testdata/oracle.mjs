// Renders the pages given on standard input with Node, for comparison with the engine inside the program.
import { readFileSync } from "node:fs";
import vm from "node:vm";

const { bundle, boots } = JSON.parse(readFileSync(0, "utf8"));
const context = vm.createContext({});
vm.runInContext(bundle, context);
process.stdout.write(JSON.stringify(boots.map((boot) => context.renderPage(boot))));
