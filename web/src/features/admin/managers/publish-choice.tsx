import { useT } from "../../../i18n/language";
import { Segmented } from "../ui/segmented";

type Props = { published: boolean; onChange: (published: boolean) => void };

/** Whether a block is shown on the page. */
export function PublishChoice({ published, onChange }: Props) {
  const t = useT();
  return (
    <div className="grid gap-2">
      <p aria-hidden="true" className="font-semibold">
        {t("shown.label")}
      </p>
      <Segmented
        label={t("shown.label")}
        name="published"
        value={published ? "public" : "draft"}
        options={[
          { value: "draft", content: t("shown.draft") },
          { value: "public", content: t("shown.published") },
        ]}
        onChange={(choice) => onChange(choice === "public")}
      />
      <p role="status" className="text-sm text-muted">
        {t(published ? "shown.published.hint" : "shown.draft.hint")}
      </p>
    </div>
  );
}
