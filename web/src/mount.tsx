import { type ComponentType, startTransition } from "react";
import { createRoot, hydrateRoot, type Root } from "react-dom/client";
import type { Boot } from "./api/types";
import { PublicPage } from "./pages/public-page";

type Show = (boot: Boot, page: ComponentType) => void;

function open(container: HTMLElement, boot: Boot, page: ComponentType): Root {
  const element = <PublicPage boot={boot} page={page} />;
  if (!container.hasAttribute("data-client")) {
    // As a transition the work is done in slices of 5 ms: a tap in between is answered at once.
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

/** Takes over what the server rendered, or renders where the server could not. The answer shows newer content in place. */
export function mount(container: HTMLElement, boot: Boot, page: ComponentType): Show {
  const root = open(container, boot, page);
  return (boot, page) => root.render(<PublicPage boot={boot} page={page} />);
}
