import { Share2 } from "lucide-react";
import type { ReactNode } from "react";
import { fields } from "../../api/fields.gen";
import type { Site } from "../../api/types";
import { initials } from "../../features/admin/letters";
import type { PreviewName } from "../../features/admin/screens";
import { ContactCards } from "../../features/profile/contact-cards";
import { ProfileHeader } from "../../features/profile/profile-header";
import { SocialRow } from "../../features/profile/social-row";
import { useT } from "../../i18n/language";
import { readPath } from "../../lib/at-path";
import { Button } from "../../ui/button";

const nowhere = "#";

function socialOf(site: Site) {
  return Object.values(fields)
    .filter(({ path }) => path.startsWith("socialLinks."))
    .map(({ path }) => ({ platform: path.replace("socialLinks.", ""), href: readPath(site, path) }))
    .filter(({ href }) => href);
}

function Header({ site }: { site: Site }) {
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

function Contact({ site }: { site: Site }) {
  return <ContactCards contact={{ ...site.contact, phoneUrl: nowhere, emailUrl: nowhere, mapsUrl: nowhere }} />;
}

/** The parts of the public page an edit screen can show while its owner types. */
export const previews: Record<PreviewName, (site: Site) => ReactNode> = {
  header: (site) => <Header site={site} />,
  contact: (site) => <Contact site={site} />,
};
