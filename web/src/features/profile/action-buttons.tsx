import { Download, MessageSquare, ShoppingBag } from "lucide-react";
import type { Home } from "../../api/types";
import { useT } from "../../i18n/language";
import { ButtonLink } from "../../ui/button";

type Props = Pick<Home, "shopButtonUrl" | "feedbackUrl"> & Partial<Pick<Home, "downloadUrl">>;

export function ActionButtons({ shopButtonUrl, downloadUrl, feedbackUrl }: Props) {
  const t = useT();
  return (
    <div className="flex flex-wrap gap-2.5 *:flex-auto">
      <ButtonLink tone="gold" href={shopButtonUrl} outbound>
        <ShoppingBag size={20} />
        {t("home.shop")}
      </ButtonLink>
      {downloadUrl && (
        <ButtonLink href={downloadUrl}>
          <Download size={20} />
          {t("home.download")}
        </ButtonLink>
      )}
      <ButtonLink href={feedbackUrl} outbound>
        <MessageSquare size={20} />
        {t("home.feedback")}
      </ButtonLink>
    </div>
  );
}
