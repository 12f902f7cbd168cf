import { MessageSquare, UserPlus } from "lucide-react";
import { useEffect } from "react";
import { useWebsiteContent } from "../api/website-content";
import { AddressCard } from "../features/download/address-card";
import { Editions } from "../features/download/editions";
import { QrCode } from "../features/download/qr-code";
import { StoreButtons } from "../features/download/store-buttons";
import { OpenNow } from "../features/hours/open-now";
import { InAppHelp } from "../features/in-app/in-app-help";
import { PageHead, Subpage } from "../features/shell/subpage";
import { useT } from "../i18n/language";
import { specialText } from "../i18n/special-text";
import { weekText } from "../i18n/week-text";
import { cx } from "../lib/cx";
import { toast } from "../lib/toast";
import { ButtonLink } from "../ui/button";

export function Page() {
  const t = useT();
  const { download, shell } = useWebsiteContent();
  const week = download?.hoursText || (download?.openingHours && weekText(t, download.openingHours));
  const special = download?.specialDays?.map((day) => specialText(t, day)).join("\n");
  const hours = [week, download?.hoursNotes, special && `\n${special}`].filter(Boolean).join("\n").trim();
  const missing = !download || Boolean(shell.notice);

  // The toast goes into the stack, because the main list shows the shell's own notice.
  useEffect(() => {
    if (missing) toast({ title: t("download.error"), tone: "destructive", list: "stack" });
  }, [missing, t]);

  return (
    <Subpage backHref={shell.home} backLabel={t("common.backToHome")}>
      <PageHead title={t("download.title")} subtitle={t("download.subtitle")} />
      {download && (
        <div className="grid gap-8">
          <div className={cx("grid gap-8", download.buttons.length > 0 && "lg:grid-cols-2")}>
            {download.buttons.length > 0 && (
              <div className="grid content-start gap-8">
                <StoreButtons buttons={download.buttons} />
                {!download.oneEdition && <Editions />}
              </div>
            )}
            {(download.address || hours) && (
              <AddressCard {...download} hours={hours} status={<OpenNow hours={download.openingHours} />} />
            )}
          </div>
          <QrCode qr={download.qr} />
          <div className="flex flex-wrap gap-2.5 *:flex-auto">
            <ButtonLink href={download.vcardUrl} data-file="">
              <UserPlus size={20} />
              {t("common.saveContact")}
            </ButtonLink>
            <ButtonLink href={download.feedbackUrl} outbound>
              <MessageSquare size={20} />
              {t("download.feedback")}
            </ButtonLink>
          </div>
        </div>
      )}
      <InAppHelp />
    </Subpage>
  );
}
