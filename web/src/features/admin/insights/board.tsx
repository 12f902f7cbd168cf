import type { ComponentType, ReactNode } from "react";
import type { ReportName, ReportRow, Stats } from "../../../api/insights";
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

type ChartProps = { stats: Stats; codes?: ReactNode };

function Links({ stats }: ChartProps) {
  const { lang, t, withUnit } = useFigures();
  const { links } = stats.reports;
  const taps = sum(stats.total, "taps");
  if (!links) return null;
  return (
    <Bars
      report="links"
      table={links}
      by="taps"
      note={taps > 0 && t("insights.links.note", { taps: withUnit("taps", taps) })}
      icon={({ key }) => iconOf(key)}
      aside={(row) => shareText(lang, sum(row, "taps"), taps)}
    />
  );
}

function Languages({ stats }: ChartProps) {
  const { t } = useFigures();
  const { languages } = stats.reports;
  if (!languages) return null;
  const note = t("insights.channels.note");
  return <Bars report="languages" table={languages} by="visits" note={note} icon={() => languageIcon} />;
}

function Pages({ stats }: ChartProps) {
  const { t } = useFigures();
  const { pages } = stats.reports;
  if (!pages) return null;
  return <Bars report="pages" table={pages} by="views" note={t("insights.pages.note")} icon={() => pageIcon} />;
}

function Campaigns({ stats }: ChartProps) {
  const { t, withUnit } = useFigures();
  const { campaigns } = stats.reports;
  if (!campaigns || campaigns.rows.length === 0) return null;
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
    <Bars
      report="campaigns"
      table={campaigns}
      by="visits"
      note={t("insights.channels.note")}
      icon={() => campaignIcon}
      detail={brought}
    />
  );
}

/** The charts in the middle of the board, in this order. If a report has no chart, the code does not compile. */
const charts: Record<Exclude<ReportName, "days" | "funnel" | "left">, ComponentType<ChartProps>> = {
  channels: ({ stats }) => <Channels stats={stats} className="xl:row-span-2" />,
  links: Links,
  codes: ({ stats, codes }) => <Codes stats={stats} action={codes} />,
  hours: HeatMap,
  languages: Languages,
  pages: Pages,
  campaigns: Campaigns,
};

/** All reports of a period, for the owner and for readers with a link. */
export function Board({ stats, codes, share }: ChartProps & { share?: ReactNode }) {
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
        {Object.entries(charts).map(([report, Chart]) => (
          <Chart key={report} stats={stats} codes={codes} />
        ))}
      </div>
      <LeftOut stats={stats} />
    </div>
  );
}
