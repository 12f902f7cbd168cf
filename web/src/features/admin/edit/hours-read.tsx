import { CircleAlert, CircleCheck } from "lucide-react";
import type { PagePreviewAnswer } from "../../../api/types";
import { dayText } from "../../../i18n/day-text";
import { useT } from "../../../i18n/language";
import { weekText } from "../../../i18n/week-text";

/** Shows how the typed opening hours were parsed. Unparsable text is accepted, because people can still read it. */
export function HoursRead({ hours }: { hours: PagePreviewAnswer["hours"] | undefined }) {
  const t = useT();
  if (!hours) return null;
  const { unread, contradicts } = hours;
  const isRead = unread.length === 0 && hours.week.some((day) => day !== null);
  return (
    <div role="status" className="grid gap-2 text-sm wrap-anywhere">
      {isRead && (
        <p className="flex gap-2 font-semibold text-chat">
          <CircleCheck size={18} className="mt-0.5 shrink-0" />
          {t("admin.hours.read", { hours: weekText(t, hours).split("\n").join(" · ") })}
        </p>
      )}
      {contradicts.length > 0 && (
        <p className="flex gap-2">
          <CircleAlert size={18} className="mt-0.5 shrink-0" />
          {t("admin.hours.contradicts", { days: contradicts.map((day) => dayText(t, day)).join(", ") })}
        </p>
      )}
      {unread.length > 0 && (
        <p className="flex gap-2">
          <CircleAlert size={18} className="mt-0.5 shrink-0" />
          {t("admin.hours.unread", { lines: unread.map((line) => t("admin.quoted", { text: line })).join(", ") })}
        </p>
      )}
    </div>
  );
}
