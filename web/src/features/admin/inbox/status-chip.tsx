import type { LeadStatus } from "../../../api/inbox";
import { useT } from "../../../i18n/language";
import { cx } from "../../../lib/cx";

const looks: Record<LeadStatus, string> = {
  pending: "border-line bg-ivory text-gold-ink",
  contacted: "border-chat/20 bg-chat/10 text-chat",
  won: "border-chat bg-chat text-white",
  lost: "border-line bg-mist text-muted",
  spam: "border-danger/20 bg-danger-soft text-danger",
};

export function StatusChip({ status }: { status: LeadStatus }) {
  const t = useT();
  return (
    <span className={cx("rounded-full border px-2.5 py-0.5 text-sm font-semibold whitespace-nowrap", looks[status])}>
      {t(`inbox.status.${status}`)}
    </span>
  );
}
