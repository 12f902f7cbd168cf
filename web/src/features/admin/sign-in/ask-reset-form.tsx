import { useForm } from "react-hook-form";
import { askReset } from "../../../api/links";
import { useLanguage } from "../../../i18n/language";
import { Button } from "../../../ui/button";
import { Field } from "../../../ui/field";
import { TextInput } from "../../../ui/text-input";
import { useLinkForm } from "./use-link-form";

export function AskResetForm({ onSent }: { onSent: () => void }) {
  const { lang: language, t } = useLanguage();
  const { register, handleSubmit } = useForm({ defaultValues: { email: "" } });
  const { send, busy, issue } = useLinkForm(askReset, { onDone: onSent });
  return (
    <form noValidate onSubmit={handleSubmit(({ email }) => send({ email, language }))} className="grid gap-5">
      <Field label={t("admin.email")} error={issue("email", t("admin.email"))}>
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
      <Button tone="gold" type="submit" disabled={busy}>
        {busy ? t("common.loading") : t("reset.send")}
      </Button>
    </form>
  );
}
