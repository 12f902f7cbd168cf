import { ChevronUp } from "lucide-react";
import { type PointerEvent, type ReactNode, type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import { type Location, useLocation, useNavigate } from "react-router";
import { useT } from "../../../i18n/language";
import { cx } from "../../../lib/cx";

const state = { peek: "open" } as const;

/** Whether the preview sheet is open. Opening it adds a history entry, so that Back closes it. */
export function usePeek() {
  const location = useLocation() as Location<{ peek?: string } | null>;
  const navigate = useNavigate();
  const open = location.state?.peek === state.peek;
  const toggle = () => void (open ? navigate(-1) : navigate(location, { state }));
  return { open, toggle };
}

const inputs = "input, textarea, select, [contenteditable=true]";

/** Whether an element at the bottom of the screen would cover the focused input. */
function useInTheWay(low: RefObject<HTMLElement | null>): boolean {
  const [inTheWay, setInTheWay] = useState(false);
  useEffect(() => {
    const look = () => {
      const used = document.activeElement;
      if (!low.current || !used?.closest("main") || !used.matches(inputs)) return setInTheWay(false);
      const { top, bottom } = used.getBoundingClientRect();
      setInTheWay(bottom > window.innerHeight - low.current.offsetHeight && top < window.innerHeight);
    };
    const until = new AbortController();
    for (const deed of ["focusin", "focusout", "scroll", "resize"])
      addEventListener(deed, look, { passive: true, signal: until.signal });
    return () => until.abort();
  }, [low]);
  return inTheWay;
}

/** The distance from which a press counts as a drag. */
const leastPx = 8;
const enoughPx = 40;

/** Opens or closes a sheet by dragging its handle; a press without a move toggles it. */
function useDrag(sheet: RefObject<HTMLElement | null>, open: boolean, toggle: () => void) {
  const from = useRef<{ y: number; height: number } | null>(null);
  const dragged = useRef(false);
  const style = () => sheet.current?.style;
  const distance = ({ clientY }: PointerEvent) => (from.current ? from.current.y - clientY : 0);
  return {
    onPointerDown: (event: PointerEvent) => {
      dragged.current = false;
      from.current = { y: event.clientY, height: sheet.current?.offsetHeight ?? 0 };
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove: (event: PointerEvent) => {
      const up = distance(event);
      if (!from.current || (!dragged.current && Math.abs(up) < leastPx)) return;
      dragged.current = true;
      style()?.setProperty("height", `${from.current.height + up}px`);
      style()?.setProperty("transition", "none");
    },
    onPointerUp: (event: PointerEvent) => {
      const up = distance(event);
      from.current = null;
      style()?.removeProperty("height");
      style()?.removeProperty("transition");
      if (dragged.current && (open ? -up : up) > enoughPx) toggle();
    },
    onPointerCancel: () => {
      from.current = null;
      style()?.removeProperty("height");
      style()?.removeProperty("transition");
    },
    onClick: () => {
      if (!dragged.current) toggle();
      dragged.current = false;
    },
  };
}

type Props = { open: boolean; toggle: () => void; children: ReactNode };

/**
 * The preview: beside the form on a desktop, a bottom sheet above the tab bar on a phone. The sheet opens to full
 * height. It hides when it would cover the focused input and while the keyboard is open (admin.css).
 */
export function Peek({ open, toggle, children }: Props) {
  const t = useT();
  const sheet = useRef<HTMLElement>(null);
  const inTheWay = useInTheWay(sheet);
  const drag = useDrag(sheet, open, toggle);
  const handle = useRef<HTMLButtonElement>(null);
  const close = useEffectEvent(toggle);
  useEffect(() => {
    if (!open) return;
    handle.current?.focus({ preventScroll: true });
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === "Escape" && !document.querySelector("dialog[open]")) close();
    };
    addEventListener("keydown", onKeyDown);
    return () => removeEventListener("keydown", onKeyDown);
  }, [open]);
  return (
    <aside
      ref={sheet}
      data-open={open || undefined}
      className={cx(
        "peek flex flex-col max-lg:fixed max-lg:inset-x-0 max-lg:bottom-0 max-lg:rounded-t-card max-lg:border-t max-lg:border-line max-lg:bg-mist max-lg:shadow-lift max-lg:transition-[height,translate] max-lg:duration-200 motion-reduce:transition-none",
        open
          ? "max-lg:z-25 max-lg:h-[calc(100svh-1rem)]"
          : "max-lg:z-9 max-lg:h-[calc(var(--peek)+var(--under-thumb))] max-lg:pb-(--under-thumb)",
        inTheWay && !open && "max-lg:translate-y-full",
        "lg:pb-8 xl:sticky xl:top-0 xl:self-start xl:pt-5",
      )}
    >
      <button
        ref={handle}
        type="button"
        aria-expanded={open}
        {...drag}
        className="relative flex min-h-[48px] w-full shrink-0 cursor-pointer touch-none items-center gap-2 px-5 pt-2 text-left font-semibold before:absolute before:top-1.5 before:left-1/2 before:h-1 before:w-10 before:-translate-x-1/2 before:rounded-full before:bg-edge lg:hidden"
      >
        <span className="flex-1">{t("admin.livePreview")}</span>
        <ChevronUp size={20} className={cx("transition-transform", open && "rotate-180")} />
      </button>
      <div className="max-lg:min-h-0 max-lg:flex-1 max-lg:overflow-hidden max-lg:[--still:calc(100svh-4rem)]">
        {children}
      </div>
    </aside>
  );
}
