import { Mail, MapPin, Phone } from "lucide-react";
import type { Home } from "../../api/types";
import { useT } from "../../i18n/language";
import { LinkCard } from "../../ui/link-card";
import { SectionTitle } from "../../ui/section-title";

export function ContactCards({ contact }: { contact: Home["contact"] }) {
  const t = useT();
  const [street = "", ...town] = contact.address.split("\n");
  return (
    <section aria-labelledby="contact">
      <SectionTitle id="contact">{t("home.contact")}</SectionTitle>
      <div className="flex flex-wrap gap-2.5 *:flex-auto *:last:basis-full">
        <LinkCard href={contact.phoneUrl} icon={Phone} title={contact.phone} description={t("home.contact.phone")} />
        <LinkCard
          href={contact.emailUrl}
          icon={Mail}
          title={<Breakable text={contact.email} after="@" />}
          description={t("home.contact.email")}
        />
        <LinkCard
          href={contact.mapsUrl}
          icon={MapPin}
          title={street}
          description={[town.join(", "), t("home.contact.address")].filter(Boolean).join(" · ")}
          outbound
        />
      </div>
    </section>
  );
}

function Breakable({ text, after }: { text: string; after: string }) {
  const cut = text.indexOf(after) + after.length;
  return (
    <>
      {text.slice(0, cut)}
      <wbr />
      {text.slice(cut)}
    </>
  );
}
