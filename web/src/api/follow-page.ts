import type { Boot } from "./types";

const timeoutMs = 10_000;

async function newer(edition: string): Promise<Boot | null> {
  const path = encodeURIComponent(location.pathname + location.search);
  const response = await fetch(`/api/v1/page?path=${path}`, {
    headers: { "If-None-Match": `"${edition}"` },
    signal: AbortSignal.timeout(timeoutMs),
  });
  return response.ok ? ((await response.json()) as Boot) : null;
}

/** Checks for newer content when the visitor returns to the tab. On failure the current page stays. */
export function followPage(boot: Boot, onNewer: (boot: Boot) => Promise<void>): void {
  let { edition } = boot;
  let asking = false;

  const ask = async () => {
    if (asking || document.hidden) return;
    asking = true;
    try {
      const next = await newer(edition);
      if (next && next.edition !== edition) {
        await onNewer(next);
        edition = next.edition;
      }
    } catch {
    } finally {
      asking = false;
    }
  };

  addEventListener("focus", ask);
  document.addEventListener("visibilitychange", ask);
}
