import { type ComponentType, startTransition } from "react";
import { createRoot, hydrateRoot, type Root } from "react-dom/client";
import type { Boot } from "./api/types";
import { PublicPage } from "./pages/public-page";

type Show = (boot: Boot, page: ComponentType) => void;

function open(container: HTMLElement, boot: Boot, page: ComponentType): Root {
  const element = <PublicPage boot={boot} page={page} />;
  if (!container.hasAttribute("data-client")) {
    // A transition renders in slices of 5 ms, so that a tap in between is handled at once.
    let root: Root | undefined;
    startTransition(() => {
      root = hydrateRoot(container, element, { onRecoverableError: (error) => console.error(error) });
    });
    if (root) return root;
  }
  const root = createRoot(container);
  root.render(element);
  return root;
}

/**
 * Hydrates the server's HTML, or renders in the browser if the server could not. The returned function shows newer
 * content in place.
 */
export function mount(container: HTMLElement, boot: Boot, page: ComponentType): Show {
  const root = open(container, boot, page);
  return (boot, page) => root.render(<PublicPage boot={boot} page={page} />);
}
