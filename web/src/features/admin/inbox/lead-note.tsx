import { type FormEvent, useState } from "react";
import { ApiError } from "../../../api/errors";
import { addNote } from "../../../api/inbox";
import { useT } from "../../../i18n/language";
import { drop, keep, kept } from "../../../lib/kept";
import { Button } from "../../../ui/button";
import { Field } from "../../../ui/field";
import { TextArea } from "../../../ui/text-input";
import { issueText } from "../values/issue-text";
import { useLeadChange } from "./use-lead-change";

function keptText(name: string): string {
  const text = kept(name);
  return typeof text === "string" ? text : "";
}

/** An unsaved note is kept in this tab until the server has stored it. */
export function LeadNote({ id }: { id: number }) {
  const t = useT();
  const name = `note ${id}`;
  const [note, setNote] = useState(() => keptText(name));
  const type = (text: string) => {
    setNote(text);
    if (text) keep(name, text);
    else drop(name);
  };
  const add = useLeadChange((note: string) => addNote(id, note), {
    success: t("inbox.note.added"),
    onDone: () => type(""),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    add.mutate(note);
  };
  const issue = add.error instanceof ApiError ? add.error.issues[0] : undefined;
  const label = t("inbox.note");
  return (
    <form noValidate onSubmit={submit} className="grid gap-3">
      <Field label={label} error={issue && issueText(t, label, "note", issue)}>
        {(control) => <TextArea {...control} rows={2} value={note} onChange={(event) => type(event.target.value)} />}
      </Field>
      <Button type="submit" disabled={add.isPending} className="justify-self-start">
        {t("inbox.note.add")}
      </Button>
    </form>
  );
}
