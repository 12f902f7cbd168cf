import { useQuery } from "@tanstack/react-query";
import { backupsQuery } from "../../../api/backups";
import { useLanguage } from "../../../i18n/language";
import { Note } from "../ui/note";
import { momentText } from "../values/moment";

/** The state of the backups, if they are configured. */
export function BackupsNotice() {
  const { lang, t } = useLanguage();
  const backups = useQuery(backupsQuery).data;
  if (!backups?.setUp) return null;
  const { madeAt, failedAt } = backups;
  const made = madeAt && t("backup.made", { moment: momentText(t, lang, madeAt) });
  if (!failedAt) return <p className="text-sm text-muted">{made ?? t("backup.first")}</p>;
  return (
    <Note>
      <p>
        {t("backup.failing", { moment: momentText(t, lang, failedAt) })} {made}
      </p>
    </Note>
  );
}
