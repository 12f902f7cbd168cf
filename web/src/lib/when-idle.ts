/** A busy phone may have no idle moment for a long time: then the work is done all the same. */
const longestMs = 2000;

/** Runs the work when the browser has nothing better to do; the answer calls it off. */
export function whenIdle(work: () => void): () => void {
  if ("requestIdleCallback" in window) {
    const id = requestIdleCallback(work, { timeout: longestMs });
    return () => cancelIdleCallback(id);
  }
  const id = setTimeout(work, 200);
  return () => clearTimeout(id);
}
