import { useForm } from "react-hook-form";
import { useT } from "../../../i18n/language";
import { toast } from "../../../lib/toast";
import { Button } from "../../../ui/button";
import { Field } from "../../../ui/field";
import { TextInput } from "../../../ui/text-input";
import { PasswordInput } from "../form/password-input";
import { useAuth } from "./auth";
import { useLinkForm } from "./use-link-form";

type Props = { token: string; onDead: () => void };

export function SetupForm({ token, onDead }: Props) {
  const t = useT();
  const { setUp } = useAuth();
  const { register, handleSubmit } = useForm({ defaultValues: { email: "", password: "" } });
  const { send, busy, issue } = useLinkForm(setUp, {
    onDone: () => toast({ title: t("setup.done.title"), description: t("setup.done") }),
    onDead,
  });
  return (
    <form noValidate onSubmit={handleSubmit((account) => send({ token, ...account }))} className="grid gap-5">
      <Field label={t("admin.email")} hint={t("setup.email.hint")} error={issue("email", t("admin.email"))}>
        {(control) => (
          <TextInput
            type="email"
            inputMode="email"
            autoComplete="username"
            autoCapitalize="none"
            required
            {...control}
            {...register("email")}
          />
        )}
      </Field>
      <Field
        label={t("admin.password")}
        hint={t("account.password.hint")}
        error={issue("password", t("admin.password"))}
      >
        {(control) => <PasswordInput autoComplete="new-password" {...control} {...register("password")} />}
      </Field>
      <Button tone="gold" type="submit" disabled={busy}>
        {busy ? t("common.loading") : t("setup.save")}
      </Button>
    </form>
  );
}
