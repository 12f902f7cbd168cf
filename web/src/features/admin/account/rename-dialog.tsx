import { useForm } from "react-hook-form";
import { renamePasskey } from "../../../api/account";
import { useT } from "../../../i18n/language";
import { Button } from "../../../ui/button";
import { Dialog } from "../../../ui/dialog";
import { Field } from "../../../ui/field";
import { TextInput } from "../../../ui/text-input";
import { issueText } from "../values/issue-text";
import { useChange } from "./use-change";

type Props = { id: number; name: string; onClose: () => void };

export function RenameDialog({ id, name, onClose }: Props) {
  const t = useT();
  const { register, handleSubmit, formState } = useForm({ defaultValues: { name } });
  const rename = useChange(renamePasskey, { success: t("account.passkeys.renamed"), onDone: onClose });
  const label = t("account.passkeys.name");
  const [issue] = formState.errors.name ? [{ code: "required" }] : (rename.error?.issues ?? []);
  return (
    <Dialog title={t("account.passkeys.rename")} closeLabel={t("common.close")} onClose={onClose}>
      <form
        noValidate
        onSubmit={handleSubmit((body) => rename.mutate({ id, ...body }))}
        className="grid grid-cols-1 gap-5"
      >
        <Field label={label} error={issue && issueText(t, label, "name", issue)}>
          {(control) => <TextInput data-autofocus="" required {...control} {...register("name", { required: true })} />}
        </Field>
        <Button tone="gold" type="submit" disabled={rename.isPending}>
          {rename.isPending ? t("admin.saving") : t("admin.save")}
        </Button>
      </form>
    </Dialog>
  );
}
