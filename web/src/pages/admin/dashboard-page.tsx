import { useQuery } from "@tanstack/react-query";
import { storedSiteQuery } from "../../api/queries";
import type { Site } from "../../api/types";
import { BackupsNotice } from "../../features/admin/dashboard/backups-notice";
import { Dashboard } from "../../features/admin/dashboard/dashboard";
import { FirstRun, useFirstSteps } from "../../features/admin/dashboard/first-run";
import { isSettled } from "../../features/admin/dashboard/first-steps";
import { ManagerEntries } from "../../features/admin/dashboard/manager-entries";
import { NotificationNotice } from "../../features/admin/dashboard/notification-notice";
import { Quick } from "../../features/admin/dashboard/quick";
import { Samples } from "../../features/admin/dashboard/samples";
import { TradeCard } from "../../features/admin/dashboard/trade-card";
import { FindBox } from "../../features/admin/find/find-box";
import { Frame } from "../../features/admin/frame/frame";
import { UnsolvedNotice } from "../../features/admin/inbox/unsolved-notice";
import { WaitingCard } from "../../features/admin/inbox/waiting-card";
import { WeekCard } from "../../features/admin/insights/week-card";
import { ShareCard } from "../../features/admin/share/share-card";
import { SignOutRow } from "../../features/admin/sign-in/sign-out-row";
import { TranslationsNote } from "../../features/admin/translations/translations-note";
import { ActionButtons } from "../../features/profile/action-buttons";
import { useT } from "../../i18n/language";

const extras = {
  actions: ({ shopButtonUrl, feedbackUrl }: Site) =>
    (shopButtonUrl || feedbackUrl) && (
      <div className="rounded-card border border-line bg-white p-4 shadow-card">
        <ActionButtons
          actions={[
            { action: "shop", href: shopButtonUrl },
            { action: "feedback", href: feedbackUrl },
          ]}
        />
      </div>
    ),
  content: () => <ManagerEntries />,
};

const notes = { translations: <TranslationsNote /> };

export function DashboardPage() {
  const t = useT();
  const stored = useQuery(storedSiteQuery).data;
  const settled = stored !== undefined && isSettled(stored);
  const steps = useFirstSteps();
  return (
    <Frame title={t("admin.dashboard")}>
      <FindBox floating />
      <NotificationNotice />
      <WaitingCard />
      <UnsolvedNotice />
      <WeekCard />
      {settled && <ShareCard />}
      {settled && <Quick />}
      {(!steps || steps.hidden) && <TradeCard />}
      <FirstRun />
      {stored && !settled && <ShareCard />}
      <Samples />
      <BackupsNotice />
      <Dashboard extras={extras} notes={notes} folded={settled} />
      <SignOutRow />
    </Frame>
  );
}
