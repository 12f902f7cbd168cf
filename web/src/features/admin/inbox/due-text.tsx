import { useLanguage } from "../../../i18n/language";
import { cx } from "../../../lib/cx";
import { spanText } from "../values/span-text";
import { useNow } from "./use-now";

const soonMs = 6 * 60 * 60 * 1000;

/** The time left until the promised answer; red when little is left. */
export function DueText({ dueAt }: { dueAt: string }) {
  const { lang, t } = useLanguage();
  const left = Date.parse(dueAt) - useNow();
  return (
    <span className={cx("text-sm font-semibold whitespace-nowrap", left < soonMs ? "text-danger" : "text-gold-ink")}>
      {t(left < 0 ? "inbox.late" : "inbox.due", { time: spanText(lang, left) })}
    </span>
  );
}
