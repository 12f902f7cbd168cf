import { CircleAlert, CircleCheck } from "lucide-react";
import { Link } from "react-router";
import type { PagePreviewAnswer } from "../../../api/types";
import { dayText } from "../../../i18n/day-text";
import { useT } from "../../../i18n/language";
import { weekText } from "../../../i18n/week-text";
import { ownPath } from "../../../paths";

/** A note with a number may name a date, which is a special day. */
const dated = /[\d०-९૦-૯]/;

/** Shows how the typed opening hours were parsed. Other lines are accepted as notes. */
export function HoursRead({ hours }: { hours: PagePreviewAnswer["hours"] | undefined }) {
  const t = useT();
  if (!hours) return null;
  const { notes, readable, contradicts } = hours;
  return (
    <div role="status" className="grid gap-2 text-sm wrap-anywhere">
      {readable && (
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
      {notes.length > 0 && (
        <p className="flex gap-2">
          <CircleAlert size={18} className="mt-0.5 shrink-0" />
          <span>
            {t(readable ? "admin.hours.note" : "admin.hours.unread", {
              lines: notes.map((line) => t("admin.quoted", { text: line })).join(", "),
            })}{" "}
            {notes.some((line) => dated.test(line)) && (
              <Link to={ownPath("hours")} className="font-semibold text-gold-ink underline">
                {t("admin.hours.dated")}
              </Link>
            )}
          </span>
        </p>
      )}
    </div>
  );
}
