import { useT } from "../../../i18n/language";
import { Button } from "../../../ui/button";
import { nowInIndia } from "../values/wall-clock";
import { publicFromText, publishState } from "./publishing";

type Props = { published: boolean; from: string; busy: boolean; onBack: () => void };

/** Who can read an article, and the button that makes it a draft again. */
export function WritingState({ published, from, busy, onBack }: Props) {
  const t = useT();
  const state = publishState(published, from, nowInIndia());
  const hint = {
    draft: "state.draft.button",
    scheduled: "state.scheduled.hint",
    published: "state.public.hint",
  } as const;
  return (
    <div className="grid justify-items-start gap-2">
      <p className="font-semibold">{t(`state.${state}`)}</p>
      <p role="status" className="text-sm text-muted">
        {t(hint[state], { date: publicFromText(t, from) })}
      </p>
      {published && (
        <Button disabled={busy} onClick={onBack}>
          {t("publish.back")}
        </Button>
      )}
    </div>
  );
}
