import { useT } from "../../../i18n/language";
import { Segmented } from "../ui/segmented";
import { dayText, today } from "../values/days";
import { publishState } from "./publishing";

type Props = { published: boolean; date: string; onChange: (published: boolean) => void };

/** Draft or not, and what that means together with the date. */
export function PublishChoice({ published, date, onChange }: Props) {
  const t = useT();
  const state = publishState(published, date, today());
  return (
    <div className="grid gap-2">
      <p aria-hidden="true" className="font-semibold">
        {t("state.label")}
      </p>
      <Segmented
        label={t("state.label")}
        name="published"
        value={published ? "public" : "draft"}
        options={[
          { value: "draft", content: t("state.draft") },
          { value: "public", content: t(state === "scheduled" ? "state.scheduled" : "state.published") },
        ]}
        onChange={(choice) => onChange(choice === "public")}
      />
      <p role="status" className="text-sm text-muted">
        {t(`state.${state}.hint`, { date: dayText(t, date) })}
      </p>
    </div>
  );
}
