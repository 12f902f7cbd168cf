import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { leadCountsQuery } from "../../../api/inbox";
import { useLanguage } from "../../../i18n/language";
import { ownPath } from "../../../paths";
import { Note } from "../ui/note";
import { numberText } from "../values/number-text";

/**
 * Messages whose proof of work is missing, because visitors without script cannot solve it during an attack. No mail is
 * sent about them, so the inbox shows them.
 */
export function UnsolvedNotice() {
  const { lang, t } = useLanguage();
  const n = useQuery(leadCountsQuery).data?.unsolved ?? 0;
  if (n === 0) return null;
  return (
    <Note>
      <p className="min-w-0 flex-1 basis-60">
        {n === 1 ? t("inbox.unsolved.one") : t("inbox.unsolved.many", { n: numberText(lang, n) })}
      </p>
      <Link to={`${ownPath("inbox")}?status=spam`} className="press flex min-h-11 items-center font-semibold underline">
        {t("inbox.unsolved.show")}
      </Link>
    </Note>
  );
}
