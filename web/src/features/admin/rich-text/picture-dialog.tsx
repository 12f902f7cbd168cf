import type { Editor } from "@tiptap/react";
import { type FormEvent, useEffect, useEffectEvent, useState } from "react";
import { errorCode } from "../../../api/errors";
import { useLanguage } from "../../../i18n/language";
import type { Lang } from "../../../lib/lang";
import { Button } from "../../../ui/button";
import { Dialog } from "../../../ui/dialog";
import { Field } from "../../../ui/field";
import { Notice } from "../../../ui/notice";
import { TextInput } from "../../../ui/text-input";
import { LibraryButton } from "../pictures/library-button";
import { uploadImage } from "../pictures/use-upload";
import { useAuth } from "../sign-in/auth";

type Picture = { src: string; width?: string | number | null; height?: string | number | null };

type Props = { editor: Editor; file: File | undefined; onClose: () => void };

/** Uploads a picture and inserts it at the cursor, or edits the description of the selected one. */
export function PictureDialog({ editor, file: given, onClose }: Props) {
  const { lang, t } = useLanguage();
  const textLang = editor.view.dom.lang as Lang;
  const { keepSession } = useAuth();
  const kind = ["figure", "picture"].find((name) => editor.isActive(name));
  const there = kind && !given ? editor.getAttributes(kind) : undefined;
  const [file, setFile] = useState(given);
  const [picture, setPicture] = useState<Picture | undefined>(there as Picture | undefined);
  const [alt, setAlt] = useState<string>((there?.alt as string | undefined) ?? "");
  const [percent, setPercent] = useState(0);
  const [failure, setFailure] = useState("");

  const upload = useEffectEvent((file: File, onProgress: (part: number) => void) =>
    keepSession(() => uploadImage(file, { folder: "posts", onProgress })),
  );
  useEffect(() => {
    if (!file) return;
    let here = true;
    upload(file, (part) => here && setPercent(Math.round(part * 100))).then(
      ({ url, ...size }) => here && setPicture({ src: url, width: size.width, height: size.height }),
      (error: unknown) => here && setFailure(errorCode(error)),
    );
    return () => {
      here = false;
    };
  }, [file]);

  const apply = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (!picture) return;
    onClose();
    const chain = editor.chain().focus();
    if (there && kind) chain.updateAttributes(kind, { ...picture, alt }).run();
    else chain.insertContent([{ type: "figure", attrs: { ...picture, alt } }, { type: "paragraph" }]).run();
  };

  const uploading = file && !picture && !failure;
  return (
    <Dialog title={t("editor.picture")} closeLabel={t("common.close")} onClose={onClose}>
      <form noValidate onSubmit={apply} className="grid gap-5">
        {!there && (
          <Field label={t("editor.picture.file")}>
            {(control) => (
              <input
                {...control}
                type="file"
                accept="image/*"
                onChange={(event) => {
                  setPicture(undefined);
                  setFailure("");
                  setPercent(0);
                  setFile(event.target.files?.[0]);
                }}
                className="min-h-12 w-full rounded-well border border-edge bg-white px-4 py-2.5"
              />
            )}
          </Field>
        )}
        {!there && (
          <LibraryButton
            onUse={({ url, width, height, alt: known }) => {
              setFile(undefined);
              setFailure("");
              setPicture({ src: url, width, height });
              setAlt((alt) => alt || known[textLang] || known[lang] || "");
            }}
          />
        )}
        {uploading && (
          <div role="status" className="grid gap-2 text-sm text-muted">
            <progress
              value={percent}
              max={100}
              aria-label={t("editor.picture.file")}
              className="h-2 w-full accent-gold-ink"
            />
            {t("editor.picture.uploading", { percent })}
          </div>
        )}
        {failure && (
          <Notice>
            <p className="font-semibold">{t("editor.picture.failed")}</p>
            <p>{t.first([`error.${failure}`, "error.internal"])}</p>
          </Notice>
        )}
        {picture && (
          <img src={picture.src} alt="" className="max-h-60 rounded-well border border-line object-contain" />
        )}
        <Field label={t("editor.picture.alt")} hint={t("editor.picture.alt.hint")}>
          {(control) => (
            <TextInput {...control} type="text" value={alt} onChange={(event) => setAlt(event.target.value)} />
          )}
        </Field>
        <Button tone="gold" type="submit" disabled={!picture}>
          {t(there ? "editor.picture.update" : "editor.picture.insert")}
        </Button>
      </form>
    </Dialog>
  );
}
