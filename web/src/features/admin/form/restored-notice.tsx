import { useT } from "../../../i18n/language";
import { Button } from "../../../ui/button";
import { Note } from "../ui/note";

/** Says that the text on the form is not the saved one, and offers that instead. */
export function RestoredNotice({ onDiscard }: { onDiscard: () => void }) {
  const t = useT();
  return (
    <Note>
      <p>{t("admin.restored")}</p>
      <Button onClick={onDiscard}>{t("admin.restored.discard")}</Button>
    </Note>
  );
}
