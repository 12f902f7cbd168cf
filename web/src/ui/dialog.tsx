import { X } from "lucide-react";
import { type MouseEvent, type ReactNode, useId, useLayoutEffect, useRef } from "react";
import { cx } from "../lib/cx";
import { enterTopLayer } from "../lib/top-layer";

type Props = {
  title: string;
  /** Without a label there is no close button; the dialog's own buttons close it. */
  closeLabel: string | undefined;
  onClose: () => void;
  className?: string;
  children: ReactNode;
};

/**
 * The dialog is open while it is mounted. It focuses the element marked `data-autofocus`, else the dialog itself, so
 * that a long dialog opens at the top and a form does not open the keyboard. On a phone it is at the bottom, near the
 * thumb.
 */
export function Dialog({ title, closeLabel, onClose, className = "sm:max-w-md", children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element) return;
    element.showModal();
    (element.querySelector<HTMLElement>("[data-autofocus]") ?? element).focus();
    element.scrollTop = 0;
    const leave = enterTopLayer(element);
    return () => {
      leave();
      element.close();
    };
  }, []);

  const closeFromBackdrop = (event: MouseEvent) => {
    if (closeLabel && event.target === dialog.current) dialog.current.close();
  };

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a native dialog
    <dialog
      ref={dialog}
      tabIndex={-1}
      aria-labelledby={titleId}
      onClose={onClose}
      closedby={closeLabel ? undefined : "none"}
      onClick={closeFromBackdrop}
      className={cx(
        "mx-auto mt-auto max-h-[92svh] w-full max-w-full scroll-pt-18 scroll-pb-24 overflow-y-auto rounded-t-card bg-card p-0 text-left wrap-anywhere text-ink outline-none backdrop:bg-shade",
        "transition duration-150 starting:open:translate-y-3 starting:open:opacity-0",
        "sm:mb-auto sm:rounded-card",
        className,
      )}
    >
      <div className="p-5 pt-0 pb-8 sm:px-6">
        <div className="sticky top-0 z-1 -mx-5 mb-2 flex items-start bg-card px-5 py-3 sm:-mx-6 sm:px-6">
          <h2 id={titleId} className="flex-1 py-2 text-xl font-bold">
            {title}
          </h2>
          {closeLabel && (
            <button
              type="button"
              aria-label={closeLabel}
              onClick={() => dialog.current?.close()}
              className="press -mr-2 grid size-11 shrink-0 cursor-pointer place-content-center rounded-button text-muted hover:bg-ivory"
            >
              <X size={20} />
            </button>
          )}
        </div>
        {children}
      </div>
    </dialog>
  );
}

/** The main button, always in view even in a long dialog. It must not be in a grid, because it cannot leave its row. */
export function DialogFoot({ children }: { children: ReactNode }) {
  return <div className="sticky bottom-0 z-1 -mx-5 -mb-8 mt-2 grid bg-card px-5 py-3 sm:-mx-6 sm:px-6">{children}</div>;
}
