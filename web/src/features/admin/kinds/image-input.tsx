import { ImageUp } from "lucide-react";
import { type DragEvent, useEffect, useRef, useState } from "react";
import { useT } from "../../../i18n/language";
import { cx } from "../../../lib/cx";
import { toast } from "../../../lib/toast";
import { usePreload } from "../../../lib/use-preload";
import { TextInput } from "../../../ui/text-input";
import { controlOf, type KindInputProps } from "../form/kind-input";
import { LibraryButton } from "../pictures/library-button";
import { PicturePreview } from "../pictures/picture-preview";
import { UploadStatus } from "../pictures/upload-status";
import { useUpload } from "../pictures/use-upload";
import { Lesser } from "../ui/lesser";
import { TextButton } from "../ui/text-button";

const loadCropDialog = () => import("../pictures/crop-dialog").then(({ CropDialog }) => CropDialog);

type CropDialog = Awaited<ReturnType<typeof loadCropDialog>>;

/** The name of a field in translation keys of its screen: profileImage becomes profile-image. */
const dashed = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Chooses, crops and uploads a picture; the value is its URL. */
export function ImageInput(props: KindInputProps) {
  const t = useT();
  const { name, id, value, onChange, rule } = props;
  if (!rule.picture) throw new Error(`the rule of the image field ${name} has no picture settings`);
  const { folder, aspect, round, address } = rule.picture;
  const described = { "aria-describedby": props["aria-describedby"], "aria-invalid": props["aria-invalid"] };
  const [file, setFile] = useState<File | null>(null);
  const [thumb, setThumb] = useState("");
  const [crop, setCrop] = useState<{ Dialog: CropDialog } | null>(null);
  const picker = useRef<HTMLInputElement>(null);
  const upload = useUpload({
    folder,
    onUploaded: (url) => {
      setThumb("");
      onChange(url);
    },
    onFailed: () =>
      toast({
        title: t("toast.error"),
        description: t.first([`screen.${dashed(name)}.failure`, "picture.failure"]),
        tone: "destructive",
      }),
  });
  usePreload(loadCropDialog);
  const openCrop = () =>
    void loadCropDialog().then(
      (Dialog) => setCrop({ Dialog }),
      () => upload.fail("offline"),
    );

  const choose = (files: FileList | null) => {
    const chosen = files?.[0];
    if (!chosen) return;
    setFile(chosen);
    openCrop();
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    choose(event.dataTransfer.files);
  };
  const cancel = () => {
    upload.cancel();
    setThumb("");
    setFile(null);
  };
  // The crop dialog failed to load, so the picture could not even be cropped.
  const uncut = file && !thumb && upload.state.status === "failed" && upload.state.code === "offline";

  const sending = upload.state.status === "sending";
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
      <UploadStatus state={upload.state} onRetry={upload.retry ?? (uncut ? openCrop : undefined)} onCancel={cancel} />
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
      {crop && file && (
        <crop.Dialog
          file={file}
          aspect={aspect}
          round={round}
          onUse={(cut) => {
            setThumb(cut.thumb);
            setCrop(null);
            upload.start(cut.file, file.name);
          }}
          onFail={(code) => {
            setCrop(null);
            upload.fail(code);
          }}
          onClose={() => setCrop(null)}
        />
      )}
    </div>
  );
}
