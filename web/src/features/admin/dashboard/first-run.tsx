import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { storedSiteQuery } from "../../../api/queries";
import type { FieldKey, StoredSite } from "../../../api/types";
import { useT } from "../../../i18n/language";
import { toast } from "../../../lib/toast";
import { editPath } from "../../../paths";
import { Button, linkLook } from "../../../ui/button";
import { switchOf } from "../screens";
import { PrimaryChoice } from "../translations/primary-choice";
import { TextButton } from "../ui/text-button";
import { toastAction } from "../ui/toast-action";
import { hideFirstRun, isFirstRunHidden, showFirstRun } from "./first-run-hidden";
import { openSteps, type Step, total } from "./first-steps";
import { useDecision } from "./use-decision";

const shownAtOnce = 4;

/**
 * Lists the remaining samples until each is replaced or hidden. If the owner hides the list, one line remains, with
 * which the owner can open the list again.
 */
export function FirstRun() {
  const t = useT();
  const [hidden, setHidden] = useState(isFirstRunHidden);
  const stored = useQuery(storedSiteQuery).data;
  if (!stored) return null;
  const open = openSteps(stored);
  if (open.length === 0) return null;
  const done = total - open.length;
  const later = open.slice(shownAtOnce);
  const show = () => {
    showFirstRun();
    setHidden(false);
  };
  const hide = () => {
    hideFirstRun();
    setHidden(true);
    toast({ title: t("firstRun.hidden"), action: toastAction(t("admin.undo"), show) });
  };
  if (hidden) {
    return (
      <div className="flex flex-wrap items-center justify-between gap-x-3 rounded-card border border-line bg-white px-4 py-1">
        <p className="min-w-0 text-sm text-muted">{t("firstRun.reopen", { done, total })}</p>
        <TextButton onClick={show}>{t("firstRun.show")}</TextButton>
      </div>
    );
  }
  return (
    <section aria-labelledby="first-run" className="rounded-card border border-gold bg-ivory p-4 shadow-card">
      <div className="flex items-start gap-3">
        <div className="min-w-0 flex-1">
          <h2 id="first-run" className="text-lg font-bold">
            {t("firstRun.title")}
          </h2>
          <p className="text-sm text-muted">{t("firstRun.progress", { done, total })}</p>
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
      <progress aria-labelledby="first-run" value={done} max={total} className="meter mt-2 mb-1 h-2 w-full" />
      <div className="border-b border-line py-3">
        <PrimaryChoice />
      </div>
      <Steps steps={open.slice(0, shownAtOnce)} stored={stored} />
      {later.length > 0 && (
        <details>
          <summary className="flex min-h-11 cursor-pointer items-center font-semibold text-gold-ink">
            {t("firstRun.later", { count: later.length })}
          </summary>
          <Steps steps={later} stored={stored} />
        </details>
      )}
    </section>
  );
}

function Steps({ steps, stored }: { steps: readonly Step[]; stored: StoredSite }) {
  return (
    <ul className="divide-y divide-line">
      {steps.map((step) => (
        <li key={step.field} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
          {step.field === "brandName" ? <NameStep stored={stored} /> : <SampleStep {...step} stored={stored} />}
        </li>
      ))}
    </ul>
  );
}

const action = "inline-flex min-h-11 cursor-pointer items-center px-1 font-semibold text-gold-ink underline";

function NameStep({ stored }: { stored: StoredSite }) {
  const t = useT();
  const { decide, busy } = useDecision(stored);
  return (
    <>
      <div className="min-w-0 flex-1 basis-48 wrap-anywhere">
        <p className="font-semibold">{t("firstRun.name", { name: stored.site.brandName })}</p>
        <p className="text-sm text-muted">{t("firstRun.name.note")}</p>
      </div>
      <Button tone="gold" disabled={busy} onClick={() => decide("named", "yes")}>
        {t("firstRun.name.yes")}
      </Button>
      <Link to={editPath("brand-name")} className={linkLook()}>
        {t("firstRun.name.change")}
      </Link>
    </>
  );
}

function SampleStep({ field, screen, stored }: Step & { stored: StoredSite }) {
  const t = useT();
  const { decide, busy } = useDecision(stored);
  const what = t.first([`field.${field}.label`]);
  const part = switchOf(field);
  const leaveOut = (part: FieldKey) =>
    decide(part, "no", { title: t("firstRun.leftOut", { what }), undo: () => decide(part, "yes") });
  return (
    <>
      <span className="min-w-0 flex-1 basis-24 wrap-anywhere">{what}</span>
      <Link to={editPath(screen)} aria-label={t("firstRun.fillIn.name", { what })} className={action}>
        {t("firstRun.fillIn")}
      </Link>
      {part && (
        <button
          type="button"
          disabled={busy}
          aria-label={t("firstRun.leaveOut.name", { what })}
          onClick={() => leaveOut(part)}
          className={action}
        >
          {t("firstRun.leaveOut")}
        </button>
      )}
    </>
  );
}
