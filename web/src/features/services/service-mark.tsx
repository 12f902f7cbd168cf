import type { Service } from "../../api/types";
import { PathGlyph } from "../../ui/glyph";
import { type IconType, IconWell, Well } from "../../ui/icon-well";

type Props = {
  service: Service;
  /** The icon with a name. A public page has only their paths. */
  iconOf?: ((name: string) => IconType) | undefined;
};

/** The picture of a service, else its icon. */
export function ServiceMark({ service: { image, imageSet, icon, glyph }, iconOf }: Props) {
  if (image) {
    return (
      <img
        src={image}
        srcSet={imageSet}
        sizes={imageSet && "4.5rem"}
        alt=""
        width="72"
        height="72"
        loading="lazy"
        className="tile size-18 shrink-0 rounded-well border border-line object-cover"
      />
    );
  }
  if (iconOf) return <IconWell icon={iconOf(icon)} />;
  return (
    <Well>
      <PathGlyph d={glyph} size={20} />
    </Well>
  );
}

/** What a service costs, and what one gets for it. */
export function PriceLine({ service: { price, unit } }: { service: Service }) {
  if (!price && !unit) return null;
  return (
    <p className="text-muted">
      {price && <span className="font-semibold text-ink">{price}</span>}
      {price && unit && " · "}
      {unit}
    </p>
  );
}
