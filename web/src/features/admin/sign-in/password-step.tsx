import { useForm } from "react-hook-form";
import type { Credentials } from "../../../api/queries";
import { useT } from "../../../i18n/language";
import { Button } from "../../../ui/button";
import { Field } from "../../../ui/field";
import { TextInput } from "../../../ui/text-input";
import { PasswordInput } from "../form/password-input";
import { issueText } from "../values/issue-text";
import { useAuth } from "./auth";
import { Forgotten } from "./forgotten";
import { PasskeyButton } from "./passkey-button";
import { usePasskeyAutofill } from "./use-passkey-autofill";
import { useSignInFailure } from "./use-sign-in-failure";
import { Waiting } from "./waiting";

type Props = { email: string; onSignedIn: (() => void) | undefined };

export function PasswordStep({ email, onSignedIn }: Props) {
  const t = useT();
  const { signIn } = useAuth();
  const fail = useSignInFailure();
  const { register, handleSubmit, formState, setFocus } = useForm<Credentials>({
    defaultValues: { email, password: "" },
  });
  usePasskeyAutofill(onSignedIn);

  const submit = handleSubmit(async (credentials) => {
    try {
      if (await signIn(credentials)) onSignedIn?.();
    } catch (error) {
      fail(error, t("admin.loginFailed.description"));
      setFocus("password", { shouldSelect: true });
    }
  });

  const error = (name: keyof Credentials) =>
    formState.errors[name] && issueText(t, t(`admin.${name}`), name, { code: "required" });

  return (
    <form onSubmit={submit} noValidate className="grid gap-5">
      <Field label={t("admin.email")} error={error("email")}>
        {(control) => (
          <TextInput
            type="email"
            autoComplete="username webauthn"
            required
            {...control}
            {...register("email", { required: true })}
          />
        )}
      </Field>
      <Field label={t("admin.password")} error={error("password")}>
        {(control) => (
          <PasswordInput
            data-autofocus={email ? "" : undefined}
            autoComplete="current-password"
            {...control}
            {...register("password", { required: true })}
          />
        )}
      </Field>
      <Button tone="gold" type="submit" disabled={formState.isSubmitting}>
        {formState.isSubmitting ? t("common.loading") : t("admin.login")}
      </Button>
      <Waiting while={formState.isSubmitting} />
      <PasskeyButton label={t("signIn.passkey")} onSignedIn={onSignedIn} />
      <Forgotten />
    </form>
  );
}
