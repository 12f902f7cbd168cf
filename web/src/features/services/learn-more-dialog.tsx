import { useT } from "../../i18n/language";
import { Button } from "../../ui/button";
import { Dialog, DialogFoot } from "../../ui/dialog";

const reasonNumbers = [1, 2, 3, 4] as const;
const stepNumbers = [1, 2, 3, 4, 5] as const;

type Points = readonly { title: string; text?: string }[];

/** Without reasons and steps, the built-in ones are shown. */
type Props = { reasons?: Points | undefined; steps?: Points | undefined; onQuote: () => void; onClose: () => void };

export function LearnMoreDialog({ onQuote, onClose, ...own }: Props) {
  const t = useT();
  const pointOf = (key: `why.${(typeof reasonNumbers)[number]}` | `step.${(typeof stepNumbers)[number]}`) => ({
    title: t(`learnMore.${key}.title`),
    text: t(`learnMore.${key}.text`),
  });
  const reasons = own.reasons ?? reasonNumbers.map((reason) => pointOf(`why.${reason}`));
  const steps = own.steps ?? stepNumbers.map((step) => pointOf(`step.${step}`));
  return (
    <Dialog title={t("learnMore.title")} closeLabel={t("common.close")} onClose={onClose} className="sm:max-w-2xl">
      {reasons.length > 0 && <h3 className="eyebrow mb-3">{t("learnMore.why.title")}</h3>}
      <ul className="grid gap-4 sm:grid-cols-2">
        {reasons.map(({ title, text }) => (
          <li key={title}>
            <p className="font-semibold">{title}</p>
            <p className="text-sm text-muted">{text}</p>
          </li>
        ))}
      </ul>
      {steps.length > 0 && <h3 className="eyebrow mt-6 mb-3">{t("learnMore.step.title")}</h3>}
      <ol className="grid gap-4">
        {steps.map(({ title, text }, index) => (
          <li key={title} className="flex gap-3">
            <span
              aria-hidden="true"
              className="grid size-10.5 shrink-0 place-content-center rounded-well border border-line bg-well font-bold text-gold-ink"
            >
              {index + 1}
            </span>
            <div>
              <p className="font-semibold">{title}</p>
              <p className="text-sm text-muted">{text}</p>
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
