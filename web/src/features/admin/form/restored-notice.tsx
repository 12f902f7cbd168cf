import { useT } from "../../../i18n/language";
import { Button } from "../../../ui/button";
import { Note } from "../ui/note";

/** Says that the form shows an unsaved draft, and offers to discard it. */
export function RestoredNotice({ onDiscard }: { onDiscard: () => void }) {
  const t = useT();
  return (
    <Note>
      <p>{t("admin.restored")}</p>
      <Button onClick={onDiscard}>{t("admin.restored.discard")}</Button>
    </Note>
  );
}
