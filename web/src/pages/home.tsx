import { useWebsiteContent } from "../api/website-content";
import { OpenNow } from "../features/hours/open-now";
import { InAppHelp } from "../features/in-app/in-app-help";
import { Blocks } from "../features/profile/blocks";
import { MainAction } from "../features/profile/main-action";
import { ProfileHeader } from "../features/profile/profile-header";
import { SocialRow } from "../features/profile/social-row";
import { ShareButton } from "../features/share/share-button";
import { useT } from "../i18n/language";
import { addWords, type Words } from "../i18n/words";
import { ButtonLink } from "../ui/button";

const shareWords = import.meta.glob<Words>("../../../locales/*.json", { query: "?of=share", import: "default" });
const loadShare = () =>
  Promise.all([import("../features/share/share-dialog"), addWords(shareWords)]).then(([module]) => module.ShareDialog);

export function Page() {
  const t = useT();
  const { home, shell } = useWebsiteContent();
  if (!home) return null;
  return (
    <div
      className={
        shell.frame
          ? "home"
          : "mx-auto grid w-full max-w-md gap-4 px-5 sm:gap-8 lg:min-h-[calc(100svh-10.5rem)] lg:max-w-[66.5rem] lg:grid-cols-[25rem_1fr] lg:content-center lg:items-start lg:gap-16"
      }
    >
      <div className={shell.frame ? "profile" : "grid gap-3 sm:gap-7 lg:pt-8"}>
        <ProfileHeader {...home} frame={shell.frame} status={<OpenNow hours={home.openingHours} />}>
          {home.mainAction && <MainAction {...home.mainAction} />}
          <ShareButton
            load={loadShare}
            what="profile"
            url={home.profileUrl}
            name={home.brandName}
            label={t("home.share")}
            tone={home.mainAction ? "plain" : "gold"}
          />
          <ButtonLink href={home.vcardUrl} data-file="">
            {t("common.saveContact")}
          </ButtonLink>
        </ProfileHeader>
        <SocialRow social={home.social} />
      </div>
      <div className="grid gap-6">
        <Blocks blocks={home.blocks} />
      </div>
      <InAppHelp />
    </div>
  );
}
