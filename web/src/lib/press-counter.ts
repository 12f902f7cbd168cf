type Options = { presses: number; idleMs: number; onReached: () => void };

/** Counts presses that follow each other within `idleMs`. The caller passes the time; no clock is read. */
export function pressCounter({ presses, idleMs, onReached }: Options): (time: number) => void {
  let count = 0;
  let last = Number.NEGATIVE_INFINITY;
  return (time) => {
    count = time - last <= idleMs ? count + 1 : 1;
    last = time;
    if (count < presses) return;
    count = 0;
    onReached();
  };
}
