import { useForm } from "react-hook-form";
import { changeAccount } from "../../../api/account";
import { useT } from "../../../i18n/language";
import { Button } from "../../../ui/button";
import { Field } from "../../../ui/field";
import { PasswordInput } from "../form/password-input";
import { useAuth } from "../sign-in/auth";
import { issueText } from "../values/issue-text";
import { useChange } from "./use-change";

export function PasswordForm({ email }: { email: string }) {
  const t = useT();
  const { check } = useAuth();
  const { register, handleSubmit, formState, reset } = useForm({ defaultValues: { password: "" } });
  const change = useChange(changeAccount, {
    success: t("account.password.saved"),
    onDone: () => {
      reset();
      check();
    },
  });
  const label = t("account.password");
  const [issue] = formState.errors.password ? [{ code: "required" }] : (change.error?.issues ?? []);
  return (
    <form noValidate onSubmit={handleSubmit((body) => change.mutate(body))} className="grid grid-cols-1 gap-4 p-4">
      {/* Password managers look for whose password it is. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <Field label={label} hint={t("account.password.hint")} error={issue && issueText(t, label, "password", issue)}>
        {(control) => (
          <PasswordInput autoComplete="new-password" {...control} {...register("password", { required: true })} />
        )}
      </Field>
      <Button type="submit" className="justify-self-start" disabled={change.isPending}>
        {change.isPending ? t("admin.saving") : t("account.password.save")}
      </Button>
    </form>
  );
}
