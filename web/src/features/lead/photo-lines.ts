import type { LeadReceipt } from "../../api/leads";
import type { Translate } from "../../i18n/words";

/** What became of the pictures of a message; empty if there were none. Lost ones without a name are counted. */
export function photoLines(t: Translate, { photos = 0, lost }: LeadReceipt): string[] {
  const kept = photos > 0 ? [t("lead.photos.kept", { count: photos })] : [];
  if (!lost || lost.length === 0) return kept;
  const names = lost.flatMap(({ name, reason }) => (name ? [t(`lead.photos.lost.${reason}`, { name })] : []));
  const missing =
    names.length > 0 ? [t("lead.photos.lost"), ...names] : [t("lead.photos.missing", { count: lost.length })];
  return [...kept, ...missing, t("lead.photos.chat")];
}
