import { useState } from "react";
import { useForm } from "react-hook-form";
import { changePassword } from "../../../api/account";
import { useT } from "../../../i18n/language";
import { Button } from "../../../ui/button";
import { Field } from "../../../ui/field";
import { NewPassword } from "../form/new-password";
import { PasswordInput } from "../form/password-input";
import { useAuth } from "../sign-in/auth";
import { issueText } from "../values/issue-text";
import { useChange } from "./use-change";

type Input = "current" | "password";

export function PasswordForm({ email }: { email: string }) {
  const t = useT();
  const { check } = useAuth();
  const { register, handleSubmit, formState, reset, setValue } = useForm({
    defaultValues: { current: "", password: "" },
  });
  const [changes, setChanges] = useState(0); // resets the form after each change
  const change = useChange(changePassword, {
    success: t("account.password.saved"),
    onDone: () => {
      reset();
      setChanges((n) => n + 1);
      check();
    },
  });
  const issue = (field: Input, label: string) => {
    const refused = change.error?.issues.find((one) => one.field === field);
    const found = formState.errors[field] ? { code: "required" } : refused;
    return found && issueText(t, label, field, found);
  };
  const current = t("account.confirm.password");
  const label = t("account.password");
  return (
    <form noValidate onSubmit={handleSubmit((body) => change.mutate(body))} className="grid grid-cols-1 gap-4 p-4">
      {/* Password managers need the username. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <Field label={current} hint={t("account.password.currentHint")} error={issue("current", current)}>
        {(control) => (
          <PasswordInput autoComplete="current-password" {...control} {...register("current", { required: true })} />
        )}
      </Field>
      <NewPassword
        key={changes}
        label={label}
        error={issue("password", label)}
        registered={register("password", { required: true })}
        onMade={(password) => setValue("password", password)}
      />
      <Button type="submit" className="justify-self-start" disabled={change.isPending}>
        {change.isPending ? t("admin.saving") : t("account.password.save")}
      </Button>
    </form>
  );
}
