import { useT } from "../../../i18n/language";
import { Segmented } from "../ui/segmented";
import { dayText, today } from "../values/days";
import { publishState } from "./publishing";

/** An article is written for readers, a part of a page is shown on it. */
type Props = { words: "state" | "shown"; published: boolean; date: string; onChange: (published: boolean) => void };

/** Draft or not, and what that means together with the date. */
export function PublishChoice({ words, published, date, onChange }: Props) {
  const t = useT();
  const state = publishState(published, date, today());
  return (
    <div className="grid gap-2">
      <p aria-hidden="true" className="font-semibold">
        {t(`${words}.label`)}
      </p>
      <Segmented
        label={t(`${words}.label`)}
        name="published"
        value={published ? "public" : "draft"}
        options={[
          { value: "draft", content: t(`${words}.draft`) },
          { value: "public", content: t(state === "scheduled" ? "state.scheduled" : `${words}.published`) },
        ]}
        onChange={(choice) => onChange(choice === "public")}
      />
      <p role="status" className="text-sm text-muted">
        {t(state === "scheduled" ? "state.scheduled.hint" : `${words}.${state}.hint`, { date: dayText(t, date) })}
      </p>
    </div>
  );
}
