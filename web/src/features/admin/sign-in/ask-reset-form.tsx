import { useForm } from "react-hook-form";
import { askReset } from "../../../api/links";
import { useLanguage } from "../../../i18n/language";
import { Button } from "../../../ui/button";
import { EmailField } from "./email-field";
import { useLinkForm } from "./use-link-form";

export function AskResetForm({ onSent }: { onSent: () => void }) {
  const { lang: language, t } = useLanguage();
  const { register, handleSubmit } = useForm({ defaultValues: { email: "" } });
  const { send, busy, issue } = useLinkForm(askReset, { onDone: onSent });
  return (
    <form noValidate onSubmit={handleSubmit(({ email }) => send({ email, language }))} className="grid gap-5">
      <EmailField error={issue("email", t("admin.email"))} registered={register("email")} />
      <Button tone="gold" type="submit" disabled={busy}>
        {busy ? t("common.loading") : t("reset.send")}
      </Button>
    </form>
  );
}
