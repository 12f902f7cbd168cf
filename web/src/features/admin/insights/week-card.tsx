import { useQuery } from "@tanstack/react-query";
import { ChevronRight } from "lucide-react";
import { Link } from "react-router";
import { weekQuery } from "../../../api/inbox";
import { useLanguage } from "../../../i18n/language";
import { ownPath } from "../../../paths";
import { changeText, numberText, rupeesText } from "../values/number-text";

const figures = ["visits", "taps", "leads"] as const;

/** The last seven days in three numbers, and what was won. Hidden if this week and the last are empty. */
export function WeekCard() {
  const { lang, t } = useLanguage();
  const week = useQuery(weekQuery).data;
  if (!week || [week.now, week.before].every(({ visits, leads, won }) => visits + leads + won === 0)) return null;
  const { now, before, compared } = week;
  return (
    <Link
      to={ownPath("insights")}
      className="press grid grid-cols-1 gap-3 rounded-card border border-line bg-white p-4 shadow-card"
    >
      <span className="flex items-center justify-between gap-4">
        <span className="font-bold">{t("week.title")}</span>
        <ChevronRight size={20} />
      </span>
      <span className="grid grid-cols-3 gap-3">
        {figures.map((figure) => (
          <span key={figure} className="min-w-0">
            <span className="block text-sm text-muted wrap-anywhere">{t(`week.${figure}`)}</span>{" "}
            <span className="block text-2xl font-bold wrap-anywhere">{numberText(lang, now[figure])}</span>{" "}
            {(compared || figure === "leads") && (
              <span className="block text-sm text-muted">{changeText(lang, now[figure] - before[figure])}</span>
            )}
          </span>
        ))}
      </span>
      {now.value > 0 && (
        <span className="font-semibold text-chat">{t("week.won", { value: rupeesText(lang, now.value) })}</span>
      )}
      <span className="grid text-sm text-muted">
        <span>{t("week.change")}</span>
        {!compared && <span>{t("week.uncompared")}</span>}
      </span>
    </Link>
  );
}
