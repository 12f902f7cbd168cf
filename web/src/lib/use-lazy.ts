import { type ComponentType, useState } from "react";

/**
 * A component fetched when it is first asked for. A failed fetch leaves the page
 * standing and the next ask tries again, where `lazy` would take the page down.
 */
export function useLazy<Props>(load: () => Promise<ComponentType<Props>>) {
  const [loaded, setLoaded] = useState<{ Component: ComponentType<Props> } | null>(null);
  const ask = () => load().then((Component) => setLoaded({ Component }));
  return { Component: loaded?.Component, ask };
}
