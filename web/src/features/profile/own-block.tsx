import type { ComponentType } from "react";
import type { Block } from "../../api/types";
import { useT } from "../../i18n/language";
import { newTab } from "../../lib/new-tab";
import { glyph, PathGlyph } from "../../ui/glyph";
import { Well } from "../../ui/icon-well";
import { LinkCard } from "../../ui/link-card";
import { Prices, Questions } from "./excerpts";

const Play = glyph(["path", { d: "M8 5v14l11-7z", fill: "currentColor" }]);

type Kind = Block["kind"];

/** If a kind is missing here, the code does not compile. The excluded kinds are rendered elsewhere. */
const drawn: Record<Exclude<Kind, "page" | "action" | "contact" | "heading">, ComponentType<Block>> = {
  link: OwnLink,
  video: VideoTile,
  prices: Prices,
  questions: Questions,
  text: OwnText,
};
const drawings: Partial<Record<Kind, ComponentType<Block>>> = drawn;

/** A block added by the owner. */
export function OwnBlock(block: Block) {
  const Drawing = drawings[block.kind];
  return Drawing && <Drawing {...block} />;
}

function OwnLink(block: Block) {
  const { href = "", title, text, accent, edit } = block;
  return (
    <LinkCard
      href={href}
      mark={<Mark {...block} />}
      title={title}
      description={text}
      outbound={href.startsWith("http")}
      accent={accent}
      edit={edit}
    />
  );
}

function OwnText({ title, text, edit }: Block) {
  return (
    <div data-edit={edit} className="rounded-card border border-l-4 border-gold bg-ivory p-3.5 wrap-anywhere">
      <p className="font-semibold">{title}</p>
      <p className="mt-1 whitespace-pre-line text-muted">{text}</p>
    </div>
  );
}

function Mark({ image, glyph: d = "", accent }: Block) {
  if (image)
    return (
      <img src={image} alt="" width={42} height={42} loading="lazy" className="size-10.5 rounded-well object-cover" />
    );
  return (
    <Well filled={accent}>
      <PathGlyph d={d} size={20} />
    </Well>
  );
}

/** Shows our own copy of the picture: nothing is requested from the platform before the visitor goes there. */
function VideoTile({ href, title, image, imageSet, platform, edit }: Block) {
  const t = useT();
  return (
    <a
      href={href}
      {...newTab}
      data-edit={edit}
      className="press relative flex aspect-video flex-col overflow-clip rounded-card border border-gold bg-gold text-white"
    >
      {image && (
        <img
          src={image}
          srcSet={imageSet}
          sizes={imageSet && "(min-width: 64rem) 38rem, 92vw"}
          alt=""
          loading="lazy"
          className="absolute inset-0 size-full object-cover"
        />
      )}
      <span className="relative m-auto rounded-full bg-[#1c1917bf] p-4">
        <Play />
      </span>
      <span className="relative bg-[#1c1917bf] p-3.5 wrap-anywhere">
        <span className="line-clamp-2 font-semibold">{title}</span>
        <span className="block text-sm">{platform && t(`home.social.${platform}`)}</span>
      </span>
    </a>
  );
}
