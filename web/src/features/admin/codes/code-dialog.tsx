import { type FormEvent, useState } from "react";
import { type Code, type CodeKind, changeCode, makeCode, retireCode, type Wanted } from "../../../api/codes";
import { ApiError } from "../../../api/errors";
import { useT } from "../../../i18n/language";
import { parseLang } from "../../../lib/lang";
import { randomKey } from "../../../lib/random-key";
import { toast } from "../../../lib/toast";
import { homePath } from "../../../paths";
import { Button } from "../../../ui/button";
import { CopyField } from "../../../ui/copy-field";
import { Dialog } from "../../../ui/dialog";
import { Field } from "../../../ui/field";
import { fieldLook, TextInput } from "../../../ui/text-input";
import { SureDialog } from "../form/sure-dialog";
import { useOffered, usePrimary } from "../form/use-primary";
import { issueText } from "../values/issue-text";
import { pageOf, pages, targets } from "./targets";
import { useCodeChange } from "./use-code-change";

type Props = {
  kind: CodeKind;
  /** Absent when creating a code. */
  code?: Code | undefined;
  /** Suggested name of a new code. */
  name?: string | undefined;
  onMade?: (made: Code) => void;
  onClose: () => void;
};

const elsewhere = "elsewhere";

/** Creates or edits a code: name and target. An existing code also shows its address and can be retired. */
export function CodeDialog({ kind, code, name = "", onMade, onClose }: Props) {
  const t = useT();
  const primary = usePrimary();
  const offered = useOffered();
  const [wanted, setWanted] = useState<Wanted>({
    name: code?.name ?? name,
    target: code?.target || homePath,
    language: code?.language || primary,
  });
  const [chosen, setChosen] = useState("");
  const [typing, setTyping] = useState(!pageOf(wanted.target));
  const [asked, setAsked] = useState(false);
  const [attempt, setAttempt] = useState({ key: "", body: "" });
  const put = (change: Partial<Wanted>) => setWanted({ ...wanted, ...change });

  const make = useCodeChange(makeCode, {
    success: t(kind === "q" ? "codes.made" : "codes.madeLink"),
    onDone: (made) => (onMade ? onMade(made) : onClose()),
  });
  const change = useCodeChange(() => changeCode(code?.code ?? "", wanted), {
    success: t("codes.saved"),
    onDone: onClose,
  });
  const retire = useCodeChange(() => retireCode(code?.code ?? ""), {
    success: t("codes.retire.done"),
    onDone: onClose,
  });
  const save = code ? change : make;
  const issues = save.error instanceof ApiError ? save.error.issues : [];
  const refused = (key: string, label: string) => {
    const issue = issues.find(({ field }) => field === key);
    return issue && issueText(t, label, `codes.${key}`, issue);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (code) {
      change.mutate(undefined);
      return;
    }
    // Reuse the key only for an identical retry; changed values are a new code.
    const asks = { ...wanted, kind, ...(chosen && { code: chosen }) };
    const body = JSON.stringify(asks);
    const key = attempt.body === body ? attempt.key : randomKey();
    setAttempt({ key, body });
    make.mutate({ ...asks, key });
  };
  const title = kind === "q" ? t("codes.new") : t("codes.newLink");

  return (
    <>
      <Dialog title={code ? code.name : title} closeLabel={t("common.close")} onClose={onClose}>
        <form noValidate onSubmit={submit} className="grid grid-cols-1 gap-5">
          <Field label={t("codes.name")} hint={t("codes.name.hint")} error={refused("name", t("codes.name"))}>
            {(control) => (
              <TextInput
                {...control}
                type="text"
                value={wanted.name}
                onChange={(event) => put({ name: event.target.value })}
              />
            )}
          </Field>
          <Field label={t("codes.target")} hint={t(`codes.target.hint.${kind}`)}>
            {(control) => (
              <select
                {...control}
                className={fieldLook}
                value={typing ? elsewhere : wanted.target}
                onChange={({ target: { value } }) => {
                  setTyping(value === elsewhere);
                  put({ target: value === elsewhere ? "" : value });
                }}
              >
                {pages.map((page) => (
                  <option key={page} value={page}>
                    {t(targets[page])}
                  </option>
                ))}
                <option value={elsewhere}>{t("codes.target.other")}</option>
              </select>
            )}
          </Field>
          {typing && (
            <Field
              label={t("codes.target.address")}
              hint={t("codes.target.address.hint")}
              error={refused("target", t("codes.target.address"))}
            >
              {(control) => (
                <TextInput
                  {...control}
                  type="url"
                  required
                  inputMode="url"
                  autoCapitalize="none"
                  value={wanted.target}
                  onChange={(event) => put({ target: event.target.value })}
                />
              )}
            </Field>
          )}
          <Field label={t("codes.language")} hint={t("codes.language.hint")}>
            {(control) => (
              <select
                {...control}
                className={fieldLook}
                value={wanted.language}
                onChange={({ target: { value } }) => put({ language: parseLang(value) })}
              >
                {offered.map((lang) => (
                  <option key={lang} value={lang} lang={lang}>
                    {t(`language.${lang}`)}
                  </option>
                ))}
              </select>
            )}
          </Field>
          {!code && kind === "l" && (
            <Field label={t("codes.code")} hint={t("codes.code.hint")} error={refused("code", t("codes.code"))}>
              {(control) => (
                <TextInput
                  {...control}
                  type="text"
                  maxLength={32}
                  autoCapitalize="none"
                  autoComplete="off"
                  spellCheck={false}
                  value={chosen}
                  onChange={(event) => setChosen(event.target.value)}
                />
              )}
            </Field>
          )}
          {code && (
            <div data-made="">
              <CopyField
                label={t(`codes.address.${kind}`)}
                copyLabel={t("codes.copy")}
                value={code.address}
                onCopied={(copied) => toast({ title: t(copied ? "draftLink.copied" : "draftLink.notCopied") })}
              />
            </div>
          )}
          <div className="flex flex-wrap gap-3 *:flex-1">
            {code && (
              <Button onClick={() => setAsked(true)} disabled={retire.isPending}>
                {t("codes.retire")}
              </Button>
            )}
            <Button tone="gold" type="submit" disabled={save.isPending}>
              {code ? t("admin.save") : t(kind === "q" ? "codes.make" : "codes.makeLink")}
            </Button>
          </div>
        </form>
      </Dialog>
      {asked && (
        <SureDialog
          title={t("codes.retire.sure", { name: code?.name ?? "" })}
          text={t(`codes.retire.text.${kind}`)}
          keep={t("manager.cancel")}
          action={t("codes.retire.confirm")}
          busy={retire.isPending}
          onSure={() => {
            setAsked(false);
            retire.mutate(undefined);
          }}
          onClose={() => setAsked(false)}
        />
      )}
    </>
  );
}
