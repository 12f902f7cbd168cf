import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { QrCode, Share2 } from "lucide-react";
import { useState } from "react";
import { Link, useSearchParams } from "react-router";
import { csvHref, type Period, statsQuery } from "../../../api/insights";
import { useLanguage } from "../../../i18n/language";
import { ownPath } from "../../../paths";
import { Fold } from "../frame/fold";
import { Pending } from "../frame/pending";
import { TextButton, textLook } from "../ui/text-button";
import { Answers } from "./answers";
import { Board } from "./board";
import { FileContext } from "./files";
import { PeriodBar, periods } from "./period-bar";
import { ShareDialog } from "./share-dialog";
import { Start } from "./start";

const isPeriod = (text: string | null): text is Period => text !== null && Object.hasOwn(periods, text);

/** Visits, taps, leads and money of a period, compared with the previous one. The period is in the URL. */
export function Insights() {
  const { lang, t } = useLanguage();
  const [query, setQuery] = useSearchParams();
  const [sharing, setSharing] = useState(false);
  const asks = query.get("period");
  const period = isPeriod(asks) ? asks : "7d";
  const end = query.get("end");
  const asked = { period, lang, ...(end ? { end } : {}) };
  const stats = useQuery({ ...statsQuery(asked), placeholderData: keepPreviousData });
  const choose = (next: Period, until?: string) =>
    setQuery({ period: next, ...(until ? { end: until } : {}) }, { replace: true, preventScrollReset: true });
  if (!stats.data) return <Pending query={stats} />;
  const codes = (
    <Link to={ownPath("codes")} className={textLook}>
      <QrCode size={18} />
      {t("insights.codes.all")}
    </Link>
  );
  const isEmpty = stats.data.since === "" && !stats.data.total.leads && !stats.data.totalBefore.leads;
  return (
    <FileContext value={(report) => csvHref(report, asked)}>
      {isEmpty ? (
        <Start codes={codes} />
      ) : (
        <>
          <PeriodBar stats={stats.data} period={period} onChange={choose} />
          <div className={stats.isPlaceholderData ? "opacity-60" : ""}>
            <Board
              stats={stats.data}
              codes={codes}
              share={
                <TextButton aria-haspopup="dialog" onClick={() => setSharing(true)}>
                  <Share2 size={18} />
                  {t("insights.share")}
                </TextButton>
              }
            />
          </div>
        </>
      )}
      <Fold name="answers" title={t("insights.answers")}>
        <div className="grid gap-6">
          <Answers />
        </div>
      </Fold>
      {sharing && <ShareDialog onClose={() => setSharing(false)} />}
    </FileContext>
  );
}
