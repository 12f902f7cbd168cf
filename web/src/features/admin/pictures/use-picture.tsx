import { type ReactNode, useState } from "react";
import { useT } from "../../../i18n/language";
import { toast } from "../../../lib/toast";
import { usePreload } from "../../../lib/use-preload";
import type { Rule } from "../values/validate";
import { useUpload } from "./use-upload";

const loadCropDialog = () => import("./crop-dialog").then(({ CropDialog }) => CropDialog);

type CropDialog = Awaited<ReturnType<typeof loadCropDialog>>;

type Options = {
  picture: NonNullable<Rule["picture"]>;
  /** What to say if the upload fails. */
  failure: string;
  onChange: (url: string) => void;
};

/** Chooses, crops and uploads a picture. */
export function usePicture({ picture: { folder, aspect, round }, failure, onChange }: Options) {
  const t = useT();
  const [file, setFile] = useState<File | null>(null);
  const [thumb, setThumb] = useState("");
  const [crop, setCrop] = useState<{ Dialog: CropDialog } | null>(null);
  const upload = useUpload({
    folder,
    onUploaded: (url) => {
      setThumb("");
      onChange(url);
    },
    onFailed: () => toast({ title: t("toast.error"), description: failure, tone: "destructive" }),
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
  const cancel = () => {
    upload.cancel();
    setThumb("");
    setFile(null);
  };
  // The crop dialog failed to load, so the picture could not even be cropped.
  const uncut = file && !thumb && upload.state.status === "failed" && upload.state.code === "offline";

  const dialog: ReactNode = crop && file && (
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
  );

  return {
    /** The cropped picture, until it is uploaded. */
    thumb,
    state: upload.state,
    sending: upload.state.status === "sending",
    choose,
    cancel,
    retry: upload.retry ?? (uncut ? openCrop : undefined),
    dialog,
  };
}
