import type { Editor } from "@tiptap/react";
import { type FormEvent, useState } from "react";
import { useT } from "../../../i18n/language";
import { Button } from "../../../ui/button";
import { Dialog } from "../../../ui/dialog";
import { Field } from "../../../ui/field";
import { TextInput } from "../../../ui/text-input";
import { linkHref } from "./link-href";

type Props = { editor: Editor; onClose: () => void };

export function LinkDialog({ editor, onClose }: Props) {
  const t = useT();
  const there = editor.isActive("link");
  const [text, setText] = useState<string>(() => (there ? (editor.getAttributes("link").href as string) : ""));
  const [refused, setRefused] = useState(false);

  const apply = (event: FormEvent) => {
    event.preventDefault();
    // React events bubble from the dialog to the item's form.
    event.stopPropagation();
    const href = linkHref(text);
    setRefused(href === null);
    if (href === null) return;
    onClose();
    const chain = editor.chain().focus().extendMarkRange("link");
    if (editor.state.selection.empty && !there) {
      chain.insertContent({ type: "text", text: text.trim(), marks: [{ type: "link", attrs: { href } }] }).run();
    } else chain.setLink({ href }).run();
  };

  const remove = () => {
    onClose();
    editor.chain().focus().extendMarkRange("link").unsetLink().run();
  };

  return (
    <Dialog title={t("editor.link")} closeLabel={t("common.close")} onClose={onClose}>
      <form noValidate onSubmit={apply} className="grid gap-5">
        <Field
          label={t("editor.link.address")}
          hint={t("editor.link.hint")}
          error={refused ? t("issue.invalid_url") : undefined}
        >
          {(control) => (
            <TextInput
              {...control}
              type="text"
              inputMode="url"
              autoComplete="off"
              spellCheck={false}
              data-autofocus=""
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
          )}
        </Field>
        <div className="flex flex-wrap gap-3 *:flex-1">
          {there && <Button onClick={remove}>{t("editor.link.remove")}</Button>}
          <Button tone="gold" type="submit">
            {t("editor.link.apply")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
