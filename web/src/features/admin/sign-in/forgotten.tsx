import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { resetQuery } from "../../../api/links";
import { useT } from "../../../i18n/language";
import { resetPath } from "../../../paths";
import { textLook } from "../ui/text-button";

/** The way back in: by mail where the server can send one, else by whoever looks after it. */
export function Forgotten() {
  const t = useT();
  const { data } = useQuery(resetQuery);
  if (!data?.byMail) return <p className="text-sm text-muted">{t("signIn.forgotten")}</p>;
  return (
    <Link to={resetPath} className={textLook}>
      {t("reset.ask.title")}
    </Link>
  );
}
