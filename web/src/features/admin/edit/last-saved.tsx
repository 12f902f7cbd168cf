import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { revisionsQuery } from "../../../api/revisions";
import type { FieldKey, StoredSite } from "../../../api/types";
import { useLanguage } from "../../../i18n/language";
import { momentText } from "../values/moment";
import { before, touching } from "../values/past-texts";
import { primaryOf } from "../values/primary";
import { formTexts, type Texts } from "../values/texts";

const action = "inline-flex min-h-11 cursor-pointer items-center font-semibold text-gold-ink underline";

type Props = {
  fields: readonly FieldKey[];
  /** The path of the history of these fields. */
  history: string;
  stored: StoredSite;
  onUndo: ((texts: Texts) => void) | null;
};

/** When these fields were last changed, with an undo. */
export function LastSaved({ fields: keys, history, stored, onUndo }: Props) {
  const { lang, t } = useLanguage();
  const revisions = useInfiniteQuery(revisionsQuery("site")).data?.pages[0]?.revisions ?? [];
  const [last] = touching(revisions, keys);
  const undo = () => {
    const made = revisions.slice(0, revisions.findIndex(({ id }) => id === last?.id) + 1);
    onUndo?.(before(formTexts(stored, keys), made, keys, primaryOf(stored)));
  };
  return (
    <p className="flex flex-wrap items-center gap-x-4 text-sm text-muted">
      {last && <span>{t("admin.savedAt", { moment: momentText(t, lang, last.at) })}</span>}
      {last && onUndo && (
        <button type="button" onClick={undo} className={action}>
          {t("admin.undo")}
        </button>
      )}
      <Link to={history} className={action}>
        {t("screen.history.title")}
      </Link>
    </p>
  );
}
