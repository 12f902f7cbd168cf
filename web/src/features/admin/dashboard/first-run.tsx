import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { type ReactNode, useEffect } from "react";
import { Link } from "react-router";
import { storedSiteQuery } from "../../../api/queries";
import type { FieldKey, StoredSite } from "../../../api/types";
import { useT } from "../../../i18n/language";
import type { TranslationKey } from "../../../i18n/words";
import { toast } from "../../../lib/toast";
import { editPath } from "../../../paths";
import { Button, linkLook } from "../../../ui/button";
import { remember, useRemembered } from "../form/use-remembered";
import { switchOf } from "../screens";
import { beginEvening, useEvening } from "../share/first-evening";
import { PrimaryChoice } from "../translations/primary-choice";
import { TextButton } from "../ui/text-button";
import { toastAction } from "../ui/toast-action";
import { isSettled, moreSamples, openSteps, type Sample, type Step, stepPath, total } from "./first-steps";
import { useDecision } from "./use-decision";

const key = "first-run";

/**
 * The steps of the first evening that are left. After the owner's name, picture and number, the others stay only on the
 * device on which the evening began.
 */
export function useFirstSteps(): { stored: StoredSite; open: Step[]; hidden: boolean } | undefined {
  const stored = useQuery(storedSiteQuery).data;
  const evening = useEvening();
  const hidden = useRemembered(key) === "hidden";
  if (!stored || (isSettled(stored) && !evening)) return undefined;
  const open = openSteps(stored, evening === "shared");
  return open.length > 0 ? { stored, open, hidden } : undefined;
}

/** Lists the first steps. If the owner hides the list, one line remains, with which the owner can open it again. */
export function FirstRun() {
  const t = useT();
  const steps = useFirstSteps();
  const evening = useEvening();
  const begins = steps !== undefined && !evening;
  useEffect(() => {
    if (begins) beginEvening();
  }, [begins]);
  if (!steps) return null;
  const { stored, open, hidden } = steps;
  const done = total - open.length;
  const more = moreSamples(stored);
  const show = () => remember(key, "");
  const hide = () => {
    remember(key, "hidden");
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
      <List>
        {open.map((step) => (
          <Row key={step}>{step === "name" ? <NameStep stored={stored} /> : <OtherStep step={step} />}</Row>
        ))}
      </List>
      {more.length > 0 && (
        <details>
          <summary className="flex min-h-11 cursor-pointer items-center font-semibold text-gold-ink">
            {t("firstRun.later", { count: more.length })}
          </summary>
          <List>
            {more.map((sample) => (
              <Row key={sample.field}>
                <SampleStep {...sample} stored={stored} />
              </Row>
            ))}
          </List>
        </details>
      )}
    </section>
  );
}

const List = ({ children }: { children: ReactNode }) => <ul className="divide-y divide-line">{children}</ul>;

const Row = ({ children }: { children: ReactNode }) => (
  <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">{children}</li>
);

const action = "inline-flex min-h-11 cursor-pointer items-center px-1 font-semibold text-gold-ink underline";

/** What a step is called, and its link. */
const words: Record<Exclude<Step, "name">, readonly [what: TranslationKey, link: TranslationKey]> = {
  trade: ["screen.trade.title", "trade.choose"],
  picture: ["field.profileImage.label", "firstRun.fillIn"],
  contact: ["firstRun.contact", "firstRun.fillIn"],
  share: ["sharing.title", "next.share"],
};

function OtherStep({ step }: { step: Exclude<Step, "name"> }) {
  const t = useT();
  const [what, link] = words[step];
  return (
    <>
      <span className="min-w-0 flex-1 basis-24 wrap-anywhere">{t(what)}</span>
      <Link to={stepPath(step)} aria-label={`${t(link)}: ${t(what)}`} className={action}>
        {t(link)}
      </Link>
    </>
  );
}

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

function SampleStep({ field, screen, stored }: Sample & { stored: StoredSite }) {
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
