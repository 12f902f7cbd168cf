import { useEffect, useLayoutEffect, useState } from "react";
import { useShownToasts } from "../../../lib/toast";

/** Toasts never cover these bars, so elements inside a bar are not checked. */
const bars = ".thumb-bar, nav, header, [data-toasts]";

/** The row that contains an element, or the element itself. */
const rowOf = (one: Element | null) => one?.closest("li, tr") ?? one;

/** The row that was clicked last. */
let pressed: Element | null = null;

/** The node under the pressed pointer. */
let held: Node | null = null;

/** Elements that a toast may refer to: the clicked row, the focused row, invalid inputs, their messages, new items. */
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

/** Whether the newest toast would cover an element it refers to. */
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
    // oxlint-disable-next-line react/set-state-in-effect -- the position is known only now; this runs before paint
    judge();
    // After a save the list focuses the saved row, so judge again. A focus change by pointer does not count: the toast
    // must not move while the finger is down.
    const onFocus = ({ target }: Event) => {
      if (!(target instanceof Node && held && target.contains(held))) judge();
    };
    addEventListener("focusin", onFocus);
    return () => removeEventListener("focusin", onFocus);
  }, [newest]);
  return judged?.id === newest && judged?.covers === true;
}
