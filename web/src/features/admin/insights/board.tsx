import type { ReactNode } from "react";
import type { ReportRow, Stats } from "../../../api/insights";
import { Bars } from "./bars";
import { campaignIcon, iconOf, languageIcon, pageIcon } from "./channel-icons";
import { Channels } from "./channels";
import { Codes } from "./codes";
import { shareText, sum, useFigures } from "./figures";
import { Funnel } from "./funnel";
import { HeatMap } from "./heat-map";
import { LeftOut } from "./left-out";
import { Live } from "./live";
import { Tiles } from "./tiles";
import { TimeChart } from "./time-chart";

/** All reports of a period, for the owner and for readers with a link. */
export function Board({ stats, codes, share }: { stats: Stats; codes?: ReactNode; share?: ReactNode }) {
  const { lang, t, withUnit } = useFigures();
  const { campaigns, links, pages, languages } = stats.reports;
  const taps = sum(stats.total, "taps");
  const brought = (row: ReportRow) => {
    const value = sum(row, "value");
    const won = !stats.money
      ? withUnit("won", sum(row, "won"))
      : value > 0
        ? withUnit("value", value)
        : t("insights.won.none");
    return (
      <span className="flex flex-wrap gap-x-3">
        <span>{withUnit("taps", sum(row, "taps"))}</span>
        <span>{withUnit("leads", sum(row, "leads"))}</span>
        <span>{won}</span>
      </span>
    );
  };
  return (
    <div className="grid grid-cols-1 gap-4">
      <Tiles stats={stats} />
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
        <Live stats={stats} />
        {share}
      </div>
      <div className="grid grid-cols-1 gap-4 xl:grid-cols-[1.9fr_1fr]">
        <TimeChart stats={stats} />
        <Funnel stats={stats} />
      </div>
      <div className="grid grid-cols-1 gap-4 xl:grid-cols-[1.5fr_1fr]">
        <Channels stats={stats} className="xl:row-span-2" />
        {links && (
          <Bars
            report="links"
            table={links}
            by="taps"
            note={taps > 0 && t("insights.links.note", { taps: withUnit("taps", taps) })}
            icon={({ key }) => iconOf(key)}
            aside={(row) => shareText(lang, sum(row, "taps"), taps)}
          />
        )}
        <Codes stats={stats} action={codes} />
        <HeatMap stats={stats} />
        {languages && (
          <Bars
            report="languages"
            table={languages}
            by="visits"
            note={t("insights.channels.note")}
            icon={() => languageIcon}
          />
        )}
        {pages && (
          <Bars report="pages" table={pages} by="views" note={t("insights.pages.note")} icon={() => pageIcon} />
        )}
        {campaigns && campaigns.rows.length > 0 && (
          <Bars
            report="campaigns"
            table={campaigns}
            by="visits"
            note={t("insights.channels.note")}
            icon={() => campaignIcon}
            detail={brought}
          />
        )}
      </div>
      <LeftOut stats={stats} />
    </div>
  );
}
