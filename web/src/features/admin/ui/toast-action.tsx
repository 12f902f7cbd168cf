import { dismissToast } from "../../../lib/toast";

/** A toast button that runs an action and dismisses the toast. */
export const toastAction = (label: string, run: () => void) =>
  function Action(id: number) {
    return (
      <button
        type="button"
        onClick={() => {
          dismissToast(id);
          run();
        }}
        className="min-h-11 cursor-pointer px-2 font-semibold text-gold-ink underline"
      >
        {label}
      </button>
    );
  };
