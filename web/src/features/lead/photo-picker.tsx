import { Camera, X } from "lucide-react";
import { type ChangeEvent, useEffect, useId, useRef } from "react";
import { useT } from "../../i18n/language";
import { acceptedPhotos, addPhotos, mostPhotos, type Photo, removePhoto, usePhotos, useSending } from "./photos";

/** Chooses pictures for a message and shows them. */
export function PhotoPicker() {
  const t = useT();
  const hint = useId();
  const photos = usePhotos();
  const part = useSending();
  const input = useRef<HTMLInputElement>(null);
  const add = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    addPhotos([...(currentTarget.files ?? [])]);
    currentTarget.value = ""; // the same file can be chosen again
  };
  const remove = (id: number) => {
    removePhoto(id);
    input.current?.focus(); // the button that had the focus is gone
  };
  return (
    <fieldset aria-describedby={hint}>
      <legend className="mb-2 font-semibold">{t("lead.optional", { field: t("lead.photos") })}</legend>
      <div className="grid grid-cols-3 gap-2">
        {photos.map((photo) => (
          <Chosen key={photo.id} photo={photo} onRemove={() => remove(photo.id)} />
        ))}
        <label
          className={
            photos.length < mostPhotos
              ? "press grid aspect-square cursor-pointer place-content-center justify-items-center gap-1 rounded-well border border-dashed border-edge bg-card text-center text-sm font-semibold has-focus-visible:outline-2 has-focus-visible:outline-offset-2 hover:bg-ivory"
              : "sr-only"
          }
        >
          <Camera size={24} />
          {t("lead.photos.add")}
          <input
            ref={input}
            type="file"
            accept={acceptedPhotos}
            multiple
            disabled={photos.length >= mostPhotos}
            onChange={add}
            className="sr-only"
          />
        </label>
      </div>
      <p id={hint} className="mt-2 text-sm text-muted">
        {t("lead.photos.hint")}
      </p>
      {part > 0 && (
        <p role="status" className="mt-2 text-sm">
          {t("lead.photos.sending", { percent: Math.round(100 * part) })}
          <progress value={part} className="mt-1 block w-full" aria-hidden="true" />
        </p>
      )}
    </fieldset>
  );
}

function Chosen({ photo: { name, canvas }, onRemove }: { photo: Photo; onRemove: () => void }) {
  const t = useT();
  const preview = useRef<HTMLCanvasElement>(null);
  // A preview in an <img> would need an address that the page's policy does not allow.
  useEffect(() => {
    const context = preview.current?.getContext("2d");
    if (!canvas || !context) return;
    const side = Math.min(canvas.width, canvas.height);
    const { width } = context.canvas;
    context.drawImage(canvas, (canvas.width - side) / 2, (canvas.height - side) / 2, side, side, 0, 0, width, width);
  }, [canvas]);
  return (
    <div className="relative grid aspect-square overflow-hidden rounded-well border border-line bg-ivory">
      {canvas ? (
        <canvas ref={preview} width={240} height={240} role="img" aria-label={name} className="size-full" />
      ) : (
        <p className="overflow-hidden p-3 text-xs wrap-anywhere">{name}</p>
      )}
      <button
        type="button"
        aria-label={t("lead.photos.remove", { name })}
        onClick={onRemove}
        className="absolute top-0 right-0 grid size-11 cursor-pointer place-content-center"
      >
        <span className="grid size-10 place-content-center rounded-full border border-line bg-card text-ink shadow-card">
          <X size={16} />
        </span>
      </button>
    </div>
  );
}
