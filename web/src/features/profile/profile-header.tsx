import type { ReactNode } from "react";
import type { Home } from "../../api/types";
import { useT } from "../../i18n/language";
import { Avatar } from "./avatar";
import { Cover } from "./cover";

type Props = Pick<Home, "brandName" | "tagline" | "profileImage" | "imageSet" | "initials" | "cover" | "coverSet"> & {
  status?: ReactNode;
  children: ReactNode;
};

export function ProfileHeader(props: Props) {
  const { brandName, tagline, profileImage, imageSet, initials, cover, coverSet, status, children } = props;
  const t = useT();
  return (
    <header className="text-center">
      <Cover src={cover} srcSet={coverSet}>
        <h1 className="beside-menu mb-1 grid min-h-11 content-center text-center text-[min(1.625rem,9vw)] leading-none font-extrabold latin:-mr-[.16em] latin:tracking-[.16em] sm:mb-7 sm:text-[2.5rem] lg:mt-0 lg:text-5xl">
          {t("home.welcome")}
        </h1>
        <Avatar key={profileImage} src={profileImage} srcSet={imageSet} name={brandName} initials={initials} />
      </Cover>
      <h2 className="mt-2 text-3xl leading-tight font-bold text-balance wrap-anywhere sm:mt-5 indic:leading-snug">
        {brandName}
      </h2>
      {tagline && <p className="text-lg sm:mt-1.5 text-balance text-muted wrap-anywhere">{tagline}</p>}
      <div className="mt-0.5 sm:mt-3">{status}</div>
      <div className="mt-2.5 flex sm:mt-4 flex-wrap justify-center gap-2.5">{children}</div>
    </header>
  );
}
