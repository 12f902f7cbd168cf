import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { type FormEvent, useState } from "react";
import { errorCode } from "../../../api/errors";
import { describePicture, type Picture, picturesKey, removePicture, usesQuery } from "../../../api/library";
import { useT } from "../../../i18n/language";
import { toast } from "../../../lib/toast";
import { Button } from "../../../ui/button";
import { Dialog } from "../../../ui/dialog";
import { Field } from "../../../ui/field";
import { TextInput } from "../../../ui/text-input";
import { SureDialog } from "../form/sure-dialog";
import { useOffered } from "../form/use-primary";
import { useAuth } from "../sign-in/auth";
import { PictureUses } from "./picture-uses";

/** One picture: name, description and uses. */
export function PictureSheet({ picture, onClose }: { picture: Picture; onClose: () => void }) {
  const t = useT();
  const offered = useOffered();
  const queries = useQueryClient();
  const { keepSession } = useAuth();
  const [title, setTitle] = useState(picture.title);
  const [alt, setAlt] = useState<Record<string, string>>(picture.alt);
  const [asked, setAsked] = useState(false);
  const uses = useQuery(usesQuery(picture.url)).data;

  const settle = (done: "library.saved" | "library.deleted") => {
    toast({ title: t(done) });
    onClose();
    return queries.invalidateQueries({ queryKey: picturesKey });
  };
  const onError = (error: Error) => {
    const description = t.first([`error.${errorCode(error)}`, "error.internal"]);
    toast({ title: t("library.failed"), description, tone: "destructive" });
    return queries.invalidateQueries({ queryKey: picturesKey });
  };
  const save = useMutation({
    mutationFn: () => keepSession(() => describePicture(picture.url, { title, alt })),
    onSuccess: () => settle("library.saved"),
    onError,
  });
  const remove = useMutation({
    mutationFn: () => keepSession(() => removePicture(picture.url)),
    onSuccess: () => settle("library.deleted"),
    onError,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };

  return (
    <>
      <Dialog title={t("library.open", { title: picture.title })} closeLabel={t("common.close")} onClose={onClose}>
        <form noValidate onSubmit={submit} className="grid grid-cols-1 gap-5">
          <img
            src={picture.url}
            alt={alt.en ?? ""}
            className="max-h-60 w-full rounded-well border border-line object-contain"
          />
          <Field label={t("library.name")}>
            {(control) => (
              <TextInput {...control} type="text" value={title} onChange={(event) => setTitle(event.target.value)} />
            )}
          </Field>
          <fieldset className="grid grid-cols-1 gap-3">
            <legend className="mb-2 font-semibold">{t("library.alt")}</legend>
            <p className="text-sm text-muted">{t("library.alt.hint")}</p>
            {offered.map((code) => (
              <Field key={code} label={t(`language.${code}`)}>
                {(control) => (
                  <TextInput
                    {...control}
                    type="text"
                    lang={code}
                    value={alt[code] ?? ""}
                    onChange={(event) => setAlt({ ...alt, [code]: event.target.value })}
                  />
                )}
              </Field>
            ))}
          </fieldset>
          <PictureUses uses={uses} />
          <div className="flex flex-wrap gap-3 *:flex-1">
            {uses?.length === 0 && (
              <Button onClick={() => setAsked(true)} disabled={remove.isPending}>
                <Trash2 size={18} />
                {t("library.delete")}
              </Button>
            )}
            <Button tone="gold" type="submit" disabled={save.isPending}>
              {t("admin.save")}
            </Button>
          </div>
        </form>
      </Dialog>
      {asked && (
        <SureDialog
          title={t("library.delete.sure")}
          text={t("library.delete.text")}
          keep={t("manager.cancel")}
          action={t("manager.delete.confirm")}
          onSure={() => {
            setAsked(false);
            remove.mutate();
          }}
          onClose={() => setAsked(false)}
        />
      )}
    </>
  );
}
