import { useForm } from "react-hook-form";
import { useT } from "../../../i18n/language";
import { toast } from "../../../lib/toast";
import { Button } from "../../../ui/button";
import { NewPassword } from "../form/new-password";
import { useAuth } from "./auth";
import { useLinkForm } from "./use-link-form";

type Props = { token: string; onDead: () => void };

export function ChoosePasswordForm({ token, onDead }: Props) {
  const t = useT();
  const { resetPassword } = useAuth();
  const { register, handleSubmit, setValue } = useForm({ defaultValues: { password: "" } });
  const { send, busy, issue } = useLinkForm(resetPassword, {
    onDone: () => toast({ title: t("toast.success"), description: t("reset.saved") }),
    onDead,
  });
  const label = t("account.password");
  return (
    <form noValidate onSubmit={handleSubmit(({ password }) => send({ token, password }))} className="grid gap-5">
      <NewPassword
        label={label}
        error={issue("password", label)}
        registered={register("password")}
        onMade={(password) => setValue("password", password)}
      />
      <Button tone="gold" type="submit" disabled={busy}>
        {busy ? t("common.loading") : t("reset.save")}
      </Button>
    </form>
  );
}
