import { ImageOff } from "lucide-react";
import { useState } from "react";
import { useT } from "../../../i18n/language";
import { cx } from "../../../lib/cx";
import { isPicture } from "../values/smallest";

type Props = { src: string; round?: boolean | undefined; aspect?: number | undefined };

/** The picture in the shape that visitors see. */
export function PicturePreview({ src, round = false, aspect = 1 }: Props) {
  const t = useT();
  const [failed, setFailed] = useState(false);
  const missing = failed || (src !== "" && !isPicture(src));
  const shape = cx(
    "shrink-0 overflow-hidden border border-line bg-ivory object-cover",
    round ? "rounded-full" : "rounded-well",
    aspect === 1 ? "size-28 max-sm:mx-auto" : "aspect-5/2 w-full sm:max-w-64",
  );
  if (!src || missing) {
    return (
      <div className={cx(shape, "grid place-content-center justify-items-center gap-1 p-3 text-center text-muted")}>
        <ImageOff size={24} />
        {missing && <span className="text-xs">{t("picture.missing")}</span>}
      </div>
    );
  }
  return <img src={src} alt={t("picture.shown")} onError={() => setFailed(true)} className={shape} />;
}
