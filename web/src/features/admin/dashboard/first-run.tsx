import { useQuery } from "@tanstack/react-query";
import { ChevronRight, Circle, X } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { countsQuery } from "../../../api/collections";
import { storedSiteQuery } from "../../../api/queries";
import { useT } from "../../../i18n/language";
import { toast } from "../../../lib/toast";
import { toastAction } from "../ui/toast-action";
import { hideFirstRun, isFirstRunHidden, showFirstRun } from "./first-run-hidden";
import { firstSteps, type StepKey, stepKeys } from "./first-steps";

const shownAtOnce = 3;

/** What of the sample content still stands, until all is the owner's or the owner has seen enough of this list. */
export function FirstRun() {
  const t = useT();
  const [hidden, setHidden] = useState(isFirstRunHidden);
  const stored = useQuery(storedSiteQuery).data;
  const counts = useQuery(countsQuery).data;
  if (hidden || !stored || !counts) return null;
  const open = stepKeys.filter((key) => !firstSteps[key].done({ stored, counts }));
  if (open.length === 0) return null;
  const done = stepKeys.length - open.length;
  const later = open.slice(shownAtOnce);
  const hide = () => {
    hideFirstRun();
    setHidden(true);
    const undo = () => {
      showFirstRun();
      setHidden(false);
    };
    toast({ title: t("firstRun.hidden"), action: toastAction(t("admin.undo"), undo) });
  };
  return (
    <section aria-labelledby="first-run" className="rounded-card border border-gold bg-ivory p-4 shadow-card">
      <div className="flex items-start gap-3">
        <div className="min-w-0 flex-1">
          <h2 id="first-run" className="text-lg font-bold">
            {t("firstRun.title")}
          </h2>
          <p className="text-sm text-muted">{t("firstRun.progress", { done, total: stepKeys.length })}</p>
        </div>
        <button
          type="button"
          aria-label={t("firstRun.hide")}
          onClick={hide}
          className="press -mt-1 -mr-1 grid size-11 shrink-0 cursor-pointer place-content-center rounded-full text-muted hover:bg-white"
        >
          <X size={20} />
        </button>
      </div>
      <progress aria-labelledby="first-run" value={done} max={stepKeys.length} className="meter mt-2 mb-3 h-2 w-full" />
      <Steps keys={open.slice(0, shownAtOnce)} />
      {later.length > 0 && (
        <details>
          <summary className="flex min-h-11 cursor-pointer items-center font-semibold text-gold-ink">
            {t("firstRun.later", { count: later.length })}
          </summary>
          <Steps keys={later} />
        </details>
      )}
    </section>
  );
}

function Steps({ keys }: { keys: readonly StepKey[] }) {
  const t = useT();
  return (
    <ul className="divide-y divide-line">
      {keys.map((key) => (
        <li key={key}>
          <Link to={firstSteps[key].to} className="flex min-h-12 items-center gap-3 py-1.5">
            <span className="shrink-0 text-gold-ink">
              <Circle size={18} />
            </span>
            <span className="min-w-0 flex-1">{t(`firstRun.step.${key}`)}</span>
            <span className="text-faint">
              <ChevronRight size={20} />
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
