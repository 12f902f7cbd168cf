import { useT } from "../../i18n/language";
import { Button } from "../../ui/button";
import { Dialog, DialogFoot } from "../../ui/dialog";

const reasons = [1, 2, 3, 4] as const;
const steps = [1, 2, 3, 4, 5] as const;

type Props = { onQuote: () => void; onClose: () => void };

export function LearnMoreDialog({ onQuote, onClose }: Props) {
  const t = useT();
  return (
    <Dialog title={t("learnMore.title")} closeLabel={t("common.close")} onClose={onClose} className="sm:max-w-2xl">
      <h3 className="eyebrow mb-3">{t("learnMore.why.title")}</h3>
      <ul className="grid gap-4 sm:grid-cols-2">
        {reasons.map((reason) => (
          <li key={reason}>
            <p className="font-semibold">{t(`learnMore.why.${reason}.title`)}</p>
            <p className="text-sm text-muted">{t(`learnMore.why.${reason}.text`)}</p>
          </li>
        ))}
      </ul>
      <h3 className="eyebrow mt-6 mb-3">{t("learnMore.step.title")}</h3>
      <ol className="grid gap-4">
        {steps.map((step) => (
          <li key={step} className="flex gap-3">
            <span
              aria-hidden="true"
              className="grid size-10.5 shrink-0 place-content-center rounded-well border border-line bg-well font-bold text-gold-ink"
            >
              {step}
            </span>
            <div>
              <p className="font-semibold">{t(`learnMore.step.${step}.title`)}</p>
              <p className="text-sm text-muted">{t(`learnMore.step.${step}.text`)}</p>
            </div>
          </li>
        ))}
      </ol>
      <DialogFoot>
        <Button tone="gold" aria-haspopup="dialog" onClick={onQuote}>
          {t("learnMore.quote")}
        </Button>
      </DialogFoot>
    </Dialog>
  );
}
