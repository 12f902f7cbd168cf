type Tree = { readonly [name: string]: unknown };

const isTree = (value: unknown): value is Tree => typeof value === "object" && value !== null;

/** The value at a dotted path, as text; empty if it does not exist. */
export function readPath(tree: object, path: string): string {
  const value = path.split(".").reduce<unknown>((place, name) => (isTree(place) ? place[name] : undefined), tree);
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

/** A copy of the tree with the value at a dotted path replaced; missing branches are created. */
export function writePath<T extends object>(
  tree: T,
  path: string,
  value: string | number | boolean | readonly string[],
): T {
  const [name = "", ...rest] = path.split(".");
  const branch = (tree as Tree)[name];
  const next = rest.length > 0 ? writePath(isTree(branch) ? branch : {}, rest.join("."), value) : value;
  return { ...tree, [name]: next };
}
