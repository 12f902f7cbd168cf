import { Link } from "react-router";
import { Frame } from "../../features/admin/frame/frame";
import { useT } from "../../i18n/language";
import { dashboardPath } from "../../paths";

export function NoSuchScreen() {
  const t = useT();
  return (
    <Frame title={t("notFound.title")} back>
      <p className="text-muted">{t("notFound.message")}</p>
      <p>
        <Link to={dashboardPath} className="inline-flex min-h-11 items-center font-semibold text-gold-ink underline">
          {t("admin.backToDashboard")}
        </Link>
      </p>
    </Frame>
  );
}
