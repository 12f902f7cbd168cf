import { ImageUp } from "lucide-react";
import { type DragEvent, useEffect, useRef } from "react";
import { useT } from "../../../i18n/language";
import { cx } from "../../../lib/cx";
import { toast } from "../../../lib/toast";
import { TextInput } from "../../../ui/text-input";
import { controlOf, type KindInputProps } from "../form/kind-input";
import { LibraryButton } from "../pictures/library-button";
import { PicturePreview } from "../pictures/picture-preview";
import { UploadStatus } from "../pictures/upload-status";
import { usePicture } from "../pictures/use-picture";
import { Lesser } from "../ui/lesser";
import { TextButton } from "../ui/text-button";

/** The name of a field in translation keys of its screen: profileImage becomes profile-image. */
const dashed = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Chooses, crops and uploads a picture; the value is its URL. */
export function ImageInput(props: KindInputProps) {
  const t = useT();
  const { name, id, value, onChange, rule } = props;
  if (!rule.picture) throw new Error(`the rule of the image field ${name} has no picture settings`);
  const { aspect, round, address } = rule.picture;
  const described = { "aria-describedby": props["aria-describedby"], "aria-invalid": props["aria-invalid"] };
  const picker = useRef<HTMLInputElement>(null);
  const { thumb, state, sending, choose, cancel, retry, dialog } = usePicture({
    picture: rule.picture,
    failure: t.first([`screen.${dashed(name)}.failure`, "picture.failure"]),
    onChange,
  });

  const drop = (event: DragEvent) => {
    event.preventDefault();
    choose(event.dataTransfer.files);
  };
  useEffect(() => {
    const form = picker.current?.form;
    if (!sending || !form) return;
    // Saving during the upload would lose the picture.
    const wait = (event: SubmitEvent) => {
      event.preventDefault();
      event.stopPropagation();
      toast({ title: t("picture.wait") });
    };
    form.addEventListener("submit", wait);
    return () => form.removeEventListener("submit", wait);
  }, [sending, t]);

  const label = value || thumb ? t("picture.another") : t("picture.choose");
  return (
    <div className="grid grid-cols-1 gap-4" onDragOver={(event) => event.preventDefault()} onDrop={drop}>
      <div className="flex flex-wrap items-center gap-4 rounded-card border border-line bg-white p-4">
        <PicturePreview key={thumb || value} src={thumb || value} round={round} aspect={aspect} />
        <div className="grid min-w-0 flex-1 basis-48 gap-3">
          <label
            htmlFor={id}
            className={cx(
              "press inline-flex min-h-12 cursor-pointer items-center justify-center gap-2.5 rounded-full border border-line bg-white px-5 py-2 text-center font-semibold hover:bg-ivory",
              "has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-gold-ink",
            )}
          >
            <ImageUp size={20} className="shrink-0" />
            {label}
            <input
              {...described}
              id={id}
              data-name={name}
              type="file"
              accept="image/*"
              ref={picker}
              onChange={(event) => {
                choose(event.target.files);
                event.target.value = ""; // allows choosing the same file again
              }}
              className="sr-only"
            />
          </label>
          {!sending && (
            <LibraryButton
              onUse={({ url }) => {
                cancel();
                onChange(url);
              }}
            />
          )}
          {value && !props.required && !sending && (
            <TextButton onClick={() => onChange("")} className="justify-self-start">
              {t("picture.remove")}
            </TextButton>
          )}
          <p className="text-sm text-muted">{t("picture.hint")}</p>
        </div>
      </div>
      <UploadStatus state={state} onRetry={retry} onCancel={cancel} />
      {address && (
        <Lesser title={t("picture.address")} open={props["aria-invalid"]}>
          <TextInput
            {...controlOf({ ...props, id: `${id}-address` })}
            aria-labelledby={`${id}-label`}
            type="text"
            inputMode="url"
            spellCheck={false}
            onChange={(event) => onChange(event.target.value)}
          />
        </Lesser>
      )}
      {dialog}
    </div>
  );
}
