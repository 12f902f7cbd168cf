import { useQueryClient } from "@tanstack/react-query";
import { ImageUp } from "lucide-react";
import { useState } from "react";
import { errorCode } from "../../../api/errors";
import { type Picture, picturesKey } from "../../../api/library";
import { useT } from "../../../i18n/language";
import { cx } from "../../../lib/cx";
import { toast } from "../../../lib/toast";
import { linkLook } from "../../../ui/button";
import { PictureGrid } from "../pictures/picture-grid";
import { uploadImage } from "../pictures/use-upload";
import { useAuth } from "../sign-in/auth";
import { PictureSheet } from "./picture-sheet";

/** The owner's pictures: search, describe, upload and delete. */
export function LibraryScreen() {
  const t = useT();
  const queries = useQueryClient();
  const { keepSession } = useAuth();
  const [open, setOpen] = useState<Picture | null>(null);
  const [percent, setPercent] = useState<number | null>(null);

  const upload = async (file: File | undefined) => {
    if (!file) return;
    setPercent(0);
    try {
      const onProgress = (part: number) => setPercent(Math.floor(part * 100));
      await keepSession(() => uploadImage(file, { folder: "posts", onProgress }));
      toast({ title: t("library.uploaded") });
      await queries.invalidateQueries({ queryKey: picturesKey });
    } catch (error) {
      const description = t.first([`error.${errorCode(error)}`, "error.internal"]);
      toast({ title: t("editor.picture.failed"), description, tone: "destructive" });
    }
    setPercent(null);
  };

  return (
    <section aria-label={t("screen.media.title")} className="grid grid-cols-1 gap-6">
      <label
        className={cx(
          linkLook("gold"),
          "cursor-pointer has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-gold-ink lg:justify-self-start",
        )}
      >
        <ImageUp size={20} className="shrink-0" />
        {percent === null ? t("library.upload") : t("picture.uploading", { percent })}
        <input
          type="file"
          accept="image/*"
          disabled={percent !== null}
          className="sr-only"
          onChange={(event) => {
            void upload(event.target.files?.[0]);
            event.target.value = ""; // allows choosing the same file again
          }}
        />
      </label>
      <PictureGrid onChoose={setOpen} />
      {open && <PictureSheet key={open.url} picture={open} onClose={() => setOpen(null)} />}
    </section>
  );
}
