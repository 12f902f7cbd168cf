import { useForm } from "react-hook-form";
import { errorCode } from "../../api/errors";
import type { Credentials } from "../../api/queries";
import { useT } from "../../i18n/language";
import { toast } from "../../lib/toast";
import { Button } from "../../ui/button";
import { Field } from "../../ui/field";
import { TextInput } from "../../ui/text-input";
import { useAuth } from "./auth";
import { issueText } from "./issue-text";

type Props = { email?: string; onSignedIn?: () => void };

export function SignInForm({ email = "", onSignedIn }: Props) {
  const t = useT();
  const { signIn } = useAuth();
  const { register, handleSubmit, formState, setFocus } = useForm<Credentials>({
    defaultValues: { email, password: "" },
  });

  const submit = handleSubmit(async (credentials) => {
    try {
      await signIn(credentials);
      onSignedIn?.();
    } catch (error) {
      const code = errorCode(error);
      const description =
        code === "bad_credentials" ? t("admin.loginFailed.description") : t.first([`error.${code}`, "error.internal"]);
      toast({ title: t("admin.loginFailed"), description, tone: "destructive" });
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
            autoComplete="username"
            required
            {...control}
            {...register("email", { required: true })}
          />
        )}
      </Field>
      <Field label={t("admin.password")} error={error("password")}>
        {(control) => (
          <TextInput
            type="password"
            data-autofocus={email ? "" : undefined}
            autoComplete="current-password"
            required
            {...control}
            {...register("password", { required: true })}
          />
        )}
      </Field>
      <Button tone="gold" type="submit" disabled={formState.isSubmitting}>
        {formState.isSubmitting ? t("common.loading") : t("admin.login")}
      </Button>
    </form>
  );
}
