import type { Site } from "../../api/types";
import { Dashboard } from "../../features/admin/dashboard";
import { Frame } from "../../features/admin/frame";
import { ActionButtons } from "../../features/profile/action-buttons";
import { useT } from "../../i18n/language";
import { SitePreview } from "./site-preview";

const extras = {
  actions: (site: Site) => (
    <div className="rounded-card border border-line bg-white p-4 shadow-card">
      <ActionButtons shopButtonUrl={site.shopButtonUrl} feedbackUrl={site.feedbackUrl} />
    </div>
  ),
};

export function DashboardPage() {
  const t = useT();
  return (
    <Frame title={t("admin.dashboard")} aside={<SitePreview />}>
      <Dashboard extras={extras} />
    </Frame>
  );
}
