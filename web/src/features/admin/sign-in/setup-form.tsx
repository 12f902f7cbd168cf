import { useForm } from "react-hook-form";
import { useT } from "../../../i18n/language";
import { toast } from "../../../lib/toast";
import { Button } from "../../../ui/button";
import { NewPassword } from "../form/new-password";
import { useAuth } from "./auth";
import { EmailField } from "./email-field";
import { useLinkForm } from "./use-link-form";

type Props = { token: string; onDead: () => void };

export function SetupForm({ token, onDead }: Props) {
  const t = useT();
  const { setUp } = useAuth();
  const { register, handleSubmit, setValue } = useForm({ defaultValues: { email: "", password: "" } });
  const { send, busy, issue } = useLinkForm(setUp, {
    onDone: () => toast({ title: t("setup.done.title"), description: t("setup.done") }),
    onDead,
  });
  return (
    <form noValidate onSubmit={handleSubmit((account) => send({ token, ...account }))} className="grid gap-5">
      <EmailField
        hint={t("setup.email.hint")}
        error={issue("email", t("admin.email"))}
        registered={register("email")}
      />
      <NewPassword
        label={t("admin.password")}
        error={issue("password", t("admin.password"))}
        registered={register("password")}
        onMade={(password) => setValue("password", password)}
      />
      <Button tone="gold" type="submit" disabled={busy}>
        {busy ? t("common.loading") : t("setup.save")}
      </Button>
    </form>
  );
}
