import type { ReactNode } from "react";
import type { Home, Shell } from "../../api/types";
import { useT } from "../../i18n/language";
import { cx } from "../../lib/cx";
import { Avatar } from "./avatar";
import { Cover } from "./cover";

type Props = Pick<Home, "brandName" | "tagline" | "profileImage" | "imageSet" | "initials" | "cover" | "coverSet"> & {
  frame: Shell["frame"];
  status?: ReactNode;
  children: ReactNode;
};

/** A word with more letters does not fit on a phone in the largest size. */
const longest = 10;

const hasLongWord = (name: string) => name.split(/\s/).some((word) => word.length > longest);

/** In the default theme the greeting is the heading; in the others the name is. */
export function ProfileHeader(props: Props) {
  const { brandName, tagline, profileImage, imageSet, initials, cover, coverSet, frame, status, children } = props;
  const t = useT();
  const [Greeting, Name] = frame ? (["p", "h1"] as const) : (["h1", "h2"] as const);
  const name = (
    <Name
      className={
        frame
          ? cx("name", hasLongWord(brandName) && "long")
          : "name mt-2 text-3xl leading-tight font-bold text-balance wrap-anywhere sm:mt-5 indic:leading-snug"
      }
    >
      {brandName}
    </Name>
  );
  return (
    <header className={frame ? "head" : "text-center"}>
      <Cover src={cover} srcSet={coverSet} frame={frame}>
        <Greeting
          className={
            frame
              ? "welcome eyebrow beside-menu"
              : "welcome beside-menu mb-1 grid min-h-11 content-center text-center text-[min(1.625rem,9vw)] leading-none font-extrabold latin:-mr-[.16em] latin:tracking-[.16em] sm:mb-7 sm:text-[2.5rem] lg:mt-0 lg:text-5xl"
          }
        >
          {t("home.welcome")}
        </Greeting>
        <Avatar key={profileImage} src={profileImage} srcSet={imageSet} name={brandName} initials={initials} />
        {frame && name}
      </Cover>
      {!frame && name}
      {tagline && (
        <p
          className={
            frame
              ? "tagline mt-1 text-balance text-muted"
              : "tagline text-lg sm:mt-1.5 text-balance text-muted wrap-anywhere"
          }
        >
          {tagline}
        </p>
      )}
      <div className={frame ? "status" : "mt-0.5 sm:mt-3"}>{status}</div>
      <div className={frame ? "actions" : "mt-2.5 flex sm:mt-4 flex-wrap justify-center gap-2.5"}>{children}</div>
    </header>
  );
}
