import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useLocation } from "react-router";
import { errorCode } from "../../api/errors";
import { type Asked, reportQuery } from "../../api/insights";
import { LanguageChoice } from "../../features/admin/frame/language-choice";
import { Pending } from "../../features/admin/frame/pending";
import { preferLanguage } from "../../features/admin/frame/stored-language";
import { useBrand } from "../../features/admin/frame/use-brand";
import { Board } from "../../features/admin/insights/board";
import { PeriodBar } from "../../features/admin/insights/period-bar";
import { useLanguage } from "../../i18n/language";
import { Entrance } from "./entrance";

/** The reports for readers with a link. Its secret is in the fragment and is sent to the server in a header. */
export function ReportPage() {
  const { lang, t } = useLanguage();
  const token = useLocation().hash.slice(1);
  const brand = useBrand();
  const [days, setDays] = useState<Omit<Asked, "lang">>({ period: "7d" });
  const report = useQuery({ ...reportQuery(token, { ...days, lang }), placeholderData: keepPreviousData });
  useEffect(preferLanguage, []);
  const code = report.error ? errorCode(report.error) : "";
  if (code === "not_found" || code === "invalid" || token === "") {
    return (
      <Entrance title={t("report.dead.title")}>
        <p>{t("report.dead")}</p>
      </Entrance>
    );
  }
  const title = brand ? t("report.of", { brand }) : t("report.title");
  return (
    <div className="mx-auto grid max-w-7xl grid-cols-1 content-start gap-6 p-5">
      <title>{title}</title>
      <header className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="min-w-0 font-bold text-2xl wrap-anywhere">{title}</h1>
        <LanguageChoice />
      </header>
      <main className="grid grid-cols-1 gap-6">
        {report.data ? (
          <>
            <PeriodBar
              stats={report.data}
              period={days.period}
              onChange={(period, end) => setDays({ period, ...(end ? { end } : {}) })}
            />
            <Board stats={report.data} />
            <p className="text-muted text-sm">{t("report.note")}</p>
          </>
        ) : (
          <Pending query={report} />
        )}
      </main>
    </div>
  );
}
