import { X } from "lucide-react";
import { useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { cx } from "../lib/cx";
import { dismissToast, type Toast, toastLists, useShownToasts } from "../lib/toast";
import { useTopLayer } from "../lib/top-layer";

type Props = { label: string; closeLabel: string; place?: string };

/** Toasts are at the top on a phone and in the corner of a wider window, unless the page passes another position. */
const corner = "top-0 sm:top-auto sm:bottom-0 sm:items-end sm:p-6";

export function Toaster({ label, closeLabel, place = corner }: Props) {
  const toasts = useShownToasts();
  const layer = useTopLayer();
  if (!layer || toasts.length === 0) return null;
  return createPortal(
    <section
      data-toasts=""
      aria-label={label}
      className={cx("pointer-events-none fixed inset-x-0 z-30 flex flex-col items-center gap-2 p-4 text-left", place)}
    >
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} closeLabel={closeLabel} />
      ))}
    </section>,
    layer,
  );
}

function ToastCard({ toast, closeLabel }: { toast: Toast; closeLabel: string }) {
  const [held, setHeld] = useState(false);
  const dismiss = () => dismissToast(toast.id);

  useEffect(() => {
    if (held || toast.stays) return;
    const timer = setTimeout(() => dismissToast(toast.id), toastLists[toast.list].shownMs);
    return () => clearTimeout(timer);
  }, [toast, held]);

  return (
    <div
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      className={cx(
        "pointer-events-auto flex w-full flex-wrap max-w-sm items-start gap-2 rounded-card border bg-card py-1.5 pr-1.5 pl-4 shadow-lift",
        "transition duration-200 starting:-translate-y-3 starting:opacity-0 sm:starting:translate-y-3",
        toast.tone === "destructive" ? "border-danger text-danger" : "border-line",
      )}
    >
      <div role={toast.tone === "destructive" ? "alert" : "status"} className="min-w-44 flex-1 py-2">
        <p className="font-semibold">{toast.title}</p>
        {toast.description && <p className="text-sm whitespace-pre-line text-muted">{toast.description}</p>}
        {toast.note && <p className="text-sm text-muted">{toast.note}</p>}
      </div>
      {toast.action?.(toast.id)}
      <button
        type="button"
        aria-label={closeLabel}
        onClick={dismiss}
        className="grid size-11 shrink-0 cursor-pointer place-content-center rounded-button text-muted hover:bg-ivory"
      >
        <X size={18} />
      </button>
    </div>
  );
}
