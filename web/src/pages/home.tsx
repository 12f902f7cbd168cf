import { useWebsiteContent } from "../api/website-content";
import { OpenNow } from "../features/hours/open-now";
import { InAppHelp } from "../features/in-app/in-app-help";
import { ActionButtons } from "../features/profile/action-buttons";
import { ContactCards } from "../features/profile/contact-cards";
import { LinksList } from "../features/profile/links-list";
import { ProfileHeader } from "../features/profile/profile-header";
import { SocialRow } from "../features/profile/social-row";
import { ShareButton } from "../features/share/share-button";
import { useT } from "../i18n/language";
import { ButtonLink } from "../ui/button";

export function Page() {
  const t = useT();
  const { home } = useWebsiteContent();
  if (!home) return null;
  return (
    <div className="mx-auto grid w-full max-w-md gap-8 px-5 lg:max-w-[66.5rem] lg:grid-cols-[25rem_1fr] lg:items-start lg:gap-16 lg:pt-12">
      <div className="grid gap-7 lg:pt-8">
        <ProfileHeader {...home} status={<OpenNow hours={home.openingHours} />}>
          <ShareButton brandName={home.brandName} profileUrl={home.profileUrl} />
          <ButtonLink href={home.vcardUrl} data-file="">
            {t("common.saveContact")}
          </ButtonLink>
        </ProfileHeader>
        <SocialRow social={home.social} />
      </div>
      <div className="grid gap-6">
        <LinksList links={home.links} />
        <ActionButtons {...home} />
        <ContactCards contact={home.contact} />
      </div>
      <InAppHelp />
    </div>
  );
}
