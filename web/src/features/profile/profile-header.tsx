import type { ReactNode } from "react";
import type { Home } from "../../api/types";
import { useT } from "../../i18n/language";
import { Avatar } from "./avatar";

type Props = Pick<Home, "brandName" | "tagline" | "profileImage" | "imageSet" | "initials"> & {
  status?: ReactNode;
  children: ReactNode;
};

export function ProfileHeader({ brandName, tagline, profileImage, imageSet, initials, status, children }: Props) {
  const t = useT();
  return (
    <header className="text-center">
      <h1 className="mb-7 text-[2.5rem] leading-none font-extrabold latin:-mr-[.16em] latin:tracking-[.16em] indic:leading-tight lg:text-5xl">
        {t("home.welcome")}
      </h1>
      <Avatar key={profileImage} src={profileImage} srcSet={imageSet} name={brandName} initials={initials} />
      <h2 className="mt-5 text-3xl leading-tight font-bold text-balance wrap-anywhere indic:leading-normal">
        {brandName}
      </h2>
      <p className="mt-1.5 text-lg text-balance text-muted wrap-anywhere">{tagline}</p>
      <div className="mt-3">{status}</div>
      <div className="mt-4 flex flex-wrap justify-center gap-2.5">{children}</div>
    </header>
  );
}
