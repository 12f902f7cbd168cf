import { useForm } from "react-hook-form";
import { changeAccount } from "../../../api/account";
import { useT } from "../../../i18n/language";
import { Button } from "../../../ui/button";
import { Field } from "../../../ui/field";
import { TextInput } from "../../../ui/text-input";
import { useAuth } from "../sign-in/auth";
import { issueText } from "../values/issue-text";
import { useChange } from "./use-change";

export function EmailForm({ email }: { email: string }) {
  const t = useT();
  const { check } = useAuth();
  const { register, handleSubmit, formState } = useForm({ values: { email } });
  const change = useChange(changeAccount, { success: t("account.email.saved"), onDone: check });
  const label = t("account.email");
  const [issue] = formState.errors.email ? [{ code: "required" }] : (change.error?.issues ?? []);
  return (
    <form noValidate onSubmit={handleSubmit((body) => change.mutate(body))} className="grid grid-cols-1 gap-4 p-4">
      <Field label={label} error={issue && issueText(t, label, "email", issue)}>
        {(control) => (
          <TextInput
            type="email"
            autoComplete="username"
            required
            {...control}
            {...register("email", { required: true })}
          />
        )}
      </Field>
      <Button type="submit" className="justify-self-start" disabled={change.isPending || !formState.isDirty}>
        {change.isPending ? t("admin.saving") : t("account.email.save")}
      </Button>
    </form>
  );
}
