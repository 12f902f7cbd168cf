import { Clock, MapPin } from "lucide-react";
import type { ReactNode } from "react";
import type { Download } from "../../api/types";
import { useT } from "../../i18n/language";
import { cx } from "../../lib/cx";
import { ButtonLink } from "../../ui/button";
import { cardLook } from "../../ui/card";
import { IconWell } from "../../ui/icon-well";
import { SectionTitle } from "../../ui/section-title";

type Props = Pick<Download, "businessName" | "address" | "mapsUrl"> & { hours: string; status: ReactNode };

export function AddressCard({ businessName, address, mapsUrl, hours, status }: Props) {
  const t = useT();
  return (
    <section aria-labelledby="address" className="flex flex-col">
      <SectionTitle id="address">{t("download.address")}</SectionTitle>
      <div className={cx(cardLook, "flex-1")}>
        {status}
        {address && (
          <div className="flex gap-3">
            <IconWell icon={MapPin} />
            <div className="min-w-0">
              <h3 className="font-semibold">{businessName}</h3>
              <address className="text-muted whitespace-pre-line not-italic">{address}</address>
            </div>
          </div>
        )}
        {hours && (
          <div className="flex gap-3">
            <IconWell icon={Clock} />
            <div className="min-w-0">
              <h3 className="font-semibold">{t("download.hours")}</h3>
              <p className="text-muted whitespace-pre-line">{hours}</p>
            </div>
          </div>
        )}
        <ButtonLink href={mapsUrl} outbound className="mt-auto">
          {t("download.maps")}
          <span className="sr-only">{t("common.newTab")}</span>
        </ButtonLink>
      </div>
    </section>
  );
}
