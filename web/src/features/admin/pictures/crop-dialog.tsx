import { RotateCw } from "lucide-react";
import { useEffect, useEffectEvent, useState } from "react";
import { centerCrop, makeAspectCrop, type PercentCrop, ReactCrop } from "react-image-crop";
import { errorCode } from "../../../api/errors";
import { useT } from "../../../i18n/language";
import { Button } from "../../../ui/button";
import { Dialog } from "../../../ui/dialog";
import { Spinner } from "../../../ui/spinner";
import { type Area, cutPicture, thumbnail, turned } from "./picture";
import { openFile } from "./use-upload";

type Props = {
  file: File;
  aspect?: number | undefined;
  round?: boolean | undefined;
  onUse: (cut: { file: Blob; thumb: string }) => void;
  onFail: (code: string) => void;
  onClose: () => void;
};

const handles = ["nw", "n", "ne", "e", "se", "s", "sw", "w"] as const;

function largest({ width, height }: HTMLCanvasElement, aspect: number | undefined): PercentCrop {
  if (!aspect) return { unit: "%", x: 0, y: 0, width: 100, height: 100 };
  const along = width / height > aspect ? { height: 100 } : { width: 100 };
  return centerCrop(makeAspectCrop({ unit: "%", ...along }, aspect, width, height), width, height);
}

function areaOf({ width, height }: HTMLCanvasElement, crop: PercentCrop): Area {
  const across = (percent: number) => (percent * width) / 100;
  const down = (percent: number) => (percent * height) / 100;
  return { x: across(crop.x), y: down(crop.y), width: across(crop.width), height: down(crop.height) };
}

/** Crops a picture before it is uploaded. */
export function CropDialog({ file, aspect, round = false, onUse, onFail, onClose }: Props) {
  const t = useT();
  const [picture, setPicture] = useState<HTMLCanvasElement | null>(null);
  const [crop, setCrop] = useState<PercentCrop>();
  const [cutting, setCutting] = useState(false);

  const show = (picture: HTMLCanvasElement) => {
    setPicture(picture);
    setCrop(largest(picture, aspect));
  };

  const fail = useEffectEvent((error: unknown) => onFail(errorCode(error)));
  const opened = useEffectEvent(show);
  useEffect(() => {
    let wanted = true;
    openFile(file).then(
      (picture) => wanted && opened(picture),
      (error: unknown) => wanted && fail(error),
    );
    return () => {
      wanted = false;
    };
  }, [file]);

  const use = async (source: HTMLCanvasElement, chosen: PercentCrop) => {
    setCutting(true);
    const area = areaOf(source, chosen);
    try {
      onUse({ file: await cutPicture(source, area), thumb: thumbnail(source, area) });
    } catch {
      onFail("media_too_large");
    }
  };

  const labels = Object.fromEntries(handles.map((at) => [`${at}DragHandle`, t(`picture.crop.${at}`)]));
  return (
    <Dialog title={t("picture.crop")} closeLabel={t("common.close")} onClose={onClose} className="sm:max-w-xl">
      {picture && crop ? (
        <div className="grid gap-4">
          <p className="text-sm text-muted">{t("picture.crop.hint")}</p>
          <div className="grid justify-items-center rounded-well bg-mist p-3">
            <ReactCrop
              crop={crop}
              {...(aspect ? { aspect } : {})}
              circularCrop={round}
              keepSelection
              minWidth={48}
              minHeight={48}
              onChange={(_, percent) => setCrop(percent)}
              ariaLabels={{ ...(labels as CropLabels), cropArea: t("picture.crop.area") }}
            >
              <Shown picture={picture} />
            </ReactCrop>
          </div>
          <div className="flex flex-wrap justify-between gap-3">
            <Button onClick={() => show(turned(picture))}>
              <RotateCw size={18} />
              {t("picture.turn")}
            </Button>
            <Button
              tone="gold"
              disabled={cutting}
              onClick={() => void use(picture, crop)}
              className="flex-1 sm:flex-none"
            >
              {t("picture.use")}
            </Button>
          </div>
        </div>
      ) : (
        <Spinner label={t("picture.opening")} />
      )}
    </Dialog>
  );
}

type CropLabels = Record<`${(typeof handles)[number]}DragHandle`, string>;

/** A canvas instead of an image: it needs no URL and shows exactly what will be cropped. */
function Shown({ picture }: { picture: HTMLCanvasElement }) {
  return (
    <canvas
      width={picture.width}
      height={picture.height}
      ref={(canvas) => canvas?.getContext("2d")?.drawImage(picture, 0, 0)}
      className="max-h-[46svh] max-w-full touch-none"
    />
  );
}
