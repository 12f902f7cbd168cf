import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { resetQuery } from "../../../api/links";
import { useT } from "../../../i18n/language";
import { resetPath } from "../../../paths";
import { textLook } from "../ui/text-button";

/** Help with a forgotten password: a reset by mail if the server can send mail, else contact the operator. */
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
