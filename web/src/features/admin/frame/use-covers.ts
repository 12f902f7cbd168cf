import { useEffect, useLayoutEffect, useState } from "react";
import { useShownToasts } from "../../../lib/toast";

/** The bars are kept clear of in any case. */
const bars = ".thumb-bar, nav, header, [data-toasts]";

/** The row in which something is, or that itself. */
const rowOf = (one: Element | null) => one?.closest("li, tr") ?? one;

/** What was pressed last. */
let pressed: Element | null = null;

/** What is being pressed. */
let held: Node | null = null;

/** What a toast may speak of: what was pressed, what has the focus, what is refused, and what is marked as made. */
function subjects(): Element[] {
  const refused = [...document.querySelectorAll("[aria-invalid=true]")];
  const reasons = refused.flatMap((input) =>
    (input.getAttribute("aria-describedby") ?? "").split(" ").map((id) => document.getElementById(id)),
  );
  const made = document.querySelectorAll("[data-made]");
  const all = [pressed, rowOf(document.activeElement), ...refused, ...reasons, ...made];
  return all.filter(
    (one) => one !== null && one !== document.body && one.isConnected && !one.closest(bars),
  ) as Element[];
}

const meet = (a: DOMRect, b: DOMRect) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** Whether the newest toast, where toasts usually are, would cover what it speaks of. */
export function useCovers(): boolean {
  const newest = useShownToasts().at(-1)?.id;
  const [judged, setJudged] = useState<{ id: number; covers: boolean }>();
  useEffect(() => {
    const onDown = ({ target }: Event) => {
      held = target instanceof Node ? target : null;
    };
    const onPress = ({ target }: Event) => {
      held = null;
      if (target instanceof Element && !target.closest("[data-toasts]")) pressed = rowOf(target);
    };
    addEventListener("pointerdown", onDown, true);
    addEventListener("click", onPress, true);
    return () => {
      removeEventListener("pointerdown", onDown, true);
      removeEventListener("click", onPress, true);
    };
  }, []);
  useLayoutEffect(() => {
    if (newest === undefined) return;
    const judge = () => {
      const cards = [...document.querySelectorAll("[data-toasts] > *")].map((card) => card.getBoundingClientRect());
      const covered = subjects().map((one) => one.getBoundingClientRect());
      const covers = cards.some((card) => covered.some((one) => meet(card, one)));
      setJudged((before) => (before?.id === newest && before.covers ? before : { id: newest, covers }));
    };
    // oxlint-disable-next-line react/set-state-in-effect -- where it lies is known once it is drawn, and seen only after
    judge();
    // A save leads to the list, and there to the row it speaks of. What a finger gives the focus to is not left under a toast that moves.
    const onFocus = ({ target }: Event) => {
      if (!(target instanceof Node && held && target.contains(held))) judge();
    };
    addEventListener("focusin", onFocus);
    return () => removeEventListener("focusin", onFocus);
  }, [newest]);
  return judged?.id === newest && judged?.covers === true;
}
