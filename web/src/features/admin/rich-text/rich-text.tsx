import { EditorContent, useEditor } from "@tiptap/react";
import { useMemo, useState } from "react";
import { createPortal } from "react-dom";
import { useT } from "../../../i18n/language";
import { cx } from "../../../lib/cx";
import { Button } from "../../../ui/button";
import type { KindInputProps } from "../form/kind-input";
import { extensionsWith, prepared, withoutHusks } from "./extensions";
import { FormatBar } from "./format-bar";
import { HtmlView } from "./html-view";
import { LinkDialog } from "./link-dialog";
import { PictureDialog } from "./picture-dialog";
import { held, tidyHtml } from "./tidy";

const imageIn = (data: DataTransfer | null) => [...(data?.files ?? [])].find(({ type }) => type.startsWith("image/"));

/** An HTML editor that looks like the public page, with a view of the raw HTML. */
export function RichText(props: KindInputProps) {
  const t = useT();
  const { name, value, onChange, placeholder } = props;
  const [source, setSource] = useState<string | null>(null);
  const [dialog, setDialog] = useState<"link" | "picture" | File | null>(null);

  const { id, lang, required, "aria-describedby": described, "aria-invalid": invalid } = props;
  const editorProps = useMemo(() => {
    const take = (file: File | undefined) => {
      if (file) setDialog(file);
      return file !== undefined;
    };
    return {
      attributes: {
        id,
        role: "textbox",
        "aria-multiline": "true",
        "aria-labelledby": `${id}-label`,
        "aria-required": String(required),
        "aria-invalid": String(invalid),
        ...(described ? { "aria-describedby": described } : {}),
        ...(lang ? { lang } : {}),
        "data-name": name,
        class: "prose min-h-50 px-4 py-3 text-lg wrap-anywhere outline-none",
      },
      transformPastedHTML: prepared,
      handlePaste: (_: unknown, event: ClipboardEvent) => take(imageIn(event.clipboardData)),
      handleDrop: (_: unknown, event: DragEvent, __: unknown, moved: boolean) =>
        !moved && take(imageIn(event.dataTransfer)),
    };
  }, [id, name, required, invalid, described, lang]);

  const caption = t("editor.picture.caption");
  const extensions = useMemo(() => extensionsWith(caption), [caption]);
  const editor = useEditor({
    extensions,
    content: held(value),
    injectCSS: false,
    editorProps,
    onUpdate: ({ editor }) => onChange(withoutHusks(editor.getHTML())),
  });

  const close = () => setDialog(null);

  const begin = (html: string) => {
    editor.commands.setContent(held(html), { emitUpdate: true });
    editor.commands.focus("start");
  };

  const toggleSource = () => {
    if (source === null) return setSource(withoutHusks(editor.getHTML()));
    setSource(null);
    if (source !== value) editor.commands.setContent(held(value), { emitUpdate: true });
  };

  return (
    <div
      className={cx(
        "rounded-well border bg-white has-[.ProseMirror:focus-visible]:outline-2 has-[.ProseMirror:focus-visible]:outline-gold-ink",
        invalid ? "border-danger" : "border-edge",
      )}
    >
      <FormatBar
        editor={editor}
        label={t("editor.toolbar")}
        source={source !== null}
        onLink={() => setDialog("link")}
        onPicture={() => setDialog("picture")}
        onSource={toggleSource}
      />
      {source === null ? <EditorContent editor={editor} /> : <HtmlView {...props} />}
      {placeholder && !value && source === null && (
        <div className="p-3 pt-0">
          <Button onClick={() => begin(tidyHtml(placeholder))}>{t("editor.fromOther")}</Button>
        </div>
      )}
      {dialog &&
        createPortal(
          dialog === "link" ? (
            <LinkDialog editor={editor} onClose={close} />
          ) : (
            <PictureDialog editor={editor} file={dialog === "picture" ? undefined : dialog} onClose={close} />
          ),
          // A dialog has its own form, and forms cannot be nested.
          document.body,
        )}
    </div>
  );
}
