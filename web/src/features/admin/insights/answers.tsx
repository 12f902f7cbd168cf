import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { type LeadNumbers, leadNumbersQuery } from "../../../api/inbox";
import { useLanguage } from "../../../i18n/language";
import { Empty } from "../../../ui/empty";
import { SectionTitle } from "../../../ui/section-title";
import { Pending } from "../frame/pending";
import { shortDay } from "../values/days";
import { numberText } from "../values/number-text";
import { spanText } from "../values/span-text";

/** Lead statistics of the last weeks: how many came, how fast they were answered, what was won. */
export function Answers() {
  const numbers = useQuery(leadNumbersQuery);
  return numbers.data ? <Known numbers={numbers.data} /> : <Pending query={numbers} />;
}

function Known({ numbers: { weeks, leads, answered, won, medianSeconds } }: { numbers: LeadNumbers }) {
  const { lang, t } = useLanguage();
  const n = (count: number) => numberText(lang, count);
  return (
    <>
      <section aria-label={t("insights.answers")} className="grid gap-4">
        <p className="text-muted">{t("insights.about", { weeks: n(weeks.length) })}</p>
        <dl className="grid grid-cols-2 gap-3 sm:grid-cols-3">
          <Figure name={t("insights.leads")} value={n(leads)} />
          <Figure name={t("insights.won")} value={n(won)}>
            {leads > 0 && t("insights.won.share", { share: n(Math.round((100 * won) / leads)) })}
          </Figure>
          <Figure
            name={t("insights.answered")}
            value={medianSeconds === undefined ? "–" : spanText(lang, medianSeconds * 1000, "long")}
          >
            {medianSeconds !== undefined
              ? t("insights.answered.note", { answered: n(answered) })
              : t("insights.answered.none")}
          </Figure>
        </dl>
      </section>
      {leads > 0 ? <Weeks weeks={weeks} /> : <Empty>{t("insights.empty")}</Empty>}
    </>
  );
}

function Figure({ name, value, children }: { name: string; value: string; children?: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-col rounded-card border border-line bg-white p-4 shadow-card last:col-span-2 sm:last:col-span-1">
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="mt-1 text-2xl font-bold wrap-anywhere">{value}</dd>
      {children && <dd className="mt-1 text-sm text-muted">{children}</dd>}
    </div>
  );
}

/** A table with bars. */
function Weeks({ weeks }: Pick<LeadNumbers, "weeks">) {
  const { lang, t } = useLanguage();
  const most = Math.max(...weeks.map(({ leads }) => leads));
  return (
    <section aria-labelledby="weeks">
      <SectionTitle id="weeks">{t("insights.weeks")}</SectionTitle>
      <div className="overflow-hidden rounded-card border border-line bg-white shadow-card">
        <table className="w-full">
          <thead className="text-left text-sm text-muted">
            <tr className="*:px-4 *:pt-3 *:pb-1 *:font-normal">
              <th scope="col">{t("insights.week")}</th>
              <th scope="col" className="text-right">
                {t("insights.leads")}
              </th>
              <th scope="col" className="text-right">
                {t("insights.won")}
              </th>
            </tr>
          </thead>
          <tbody>
            {weeks.toReversed().map(({ start, leads, won }) => (
              <tr key={start} className="*:px-4 *:py-2.5 [&>*]:border-t [&>*]:border-line">
                <th scope="row" className="w-full text-left font-normal">
                  <span className="block">{shortDay(t, start)}</span>
                  <progress aria-hidden="true" value={leads} max={most} className="meter mt-1.5 h-2 w-full" />
                </th>
                <td className="text-right align-bottom font-semibold">{numberText(lang, leads)}</td>
                <td className="text-right align-bottom">{numberText(lang, won)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
