import { Share2 } from "lucide-react";
import type { ComponentType } from "react";
import { fields } from "../../api/fields.gen";
import type { Site } from "../../api/types";
import type { Preview } from "../../features/admin/edit/draft-preview";
import type { PreviewName } from "../../features/admin/screens";
import { readPath } from "../../features/admin/values/at-path";
import { AddressCard } from "../../features/download/address-card";
import { StoreButtons } from "../../features/download/store-buttons";
import { ActionButtons } from "../../features/profile/action-buttons";
import { ContactCards } from "../../features/profile/contact-cards";
import { ProfileHeader } from "../../features/profile/profile-header";
import { SocialRow } from "../../features/profile/social-row";
import { useT } from "../../i18n/language";
import { initials } from "../../lib/letters";
import { Button } from "../../ui/button";
import { QrNote, QrPage } from "./qr-preview";

const nowhere = "#";

function socialOf(site: Site) {
  return Object.values(fields)
    .filter(({ path }) => path.startsWith("socialLinks."))
    .map(({ path }) => ({ platform: path.replace("socialLinks.", ""), href: readPath(site, path) }))
    .filter(({ href }) => href);
}

function HeaderPage({ site }: { site: Site }) {
  const t = useT();
  return (
    <div className="grid gap-7">
      <ProfileHeader {...site} initials={initials(site.brandName)}>
        <Button tone="gold">
          <Share2 size={20} />
          {t("home.share")}
        </Button>
      </ProfileHeader>
      <SocialRow social={socialOf(site)} />
    </div>
  );
}

function ContactPage({ site }: { site: Site }) {
  return <ContactCards contact={{ ...site.contact, phoneUrl: nowhere, emailUrl: nowhere, mapsUrl: nowhere }} />;
}

function AddressPage({ site }: { site: Site }) {
  return (
    <AddressCard
      businessName={site.businessName}
      address={site.contact.address}
      hoursText={site.businessHours}
      mapsUrl={nowhere}
      status={null}
    />
  );
}

function AppPage({ site: { appButtons, appDownloadUrl } }: { site: Site }) {
  return (
    <StoreButtons
      buttons={[
        {
          key: "googlePlay",
          title: appButtons.googlePlayTitle,
          subtitle: appButtons.googlePlaySubtitle,
          href: appButtons.googlePlayUrl,
        },
        {
          key: "appStore",
          title: appButtons.appStoreTitle,
          subtitle: appButtons.appStoreSubtitle,
          href: appButtons.appStoreUrl,
        },
        {
          key: "apkDownload",
          title: appButtons.apkDownloadTitle,
          subtitle: appButtons.apkDownloadSubtitle,
          href: appDownloadUrl,
        },
      ]}
    />
  );
}

const ActionsPage: ComponentType<{ site: Site }> = ({ site }) => (
  <ActionButtons shopButtonUrl={site.shopButtonUrl} feedbackUrl={site.feedbackUrl} />
);

/** The parts of the public pages an edit screen can show while its owner types. */
export const previews = {
  header: { Page: HeaderPage },
  contact: { Page: ContactPage },
  actions: { Page: ActionsPage },
  address: { Page: AddressPage },
  app: { Page: AppPage },
  qr: { Page: QrPage, Note: QrNote },
} satisfies Record<PreviewName, Preview>;
