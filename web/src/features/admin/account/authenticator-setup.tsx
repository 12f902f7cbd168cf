import { useForm } from "react-hook-form";
import { enableTotp, totpQr } from "../../../api/account";
import { useT } from "../../../i18n/language";
import { Button, ButtonLink } from "../../../ui/button";
import { Dialog } from "../../../ui/dialog";
import { Field } from "../../../ui/field";
import { TextInput } from "../../../ui/text-input";
import { issueText } from "../values/issue-text";
import { SecretKey } from "./secret-key";
import { useChange } from "./use-change";

type Props = {
  shared: { secret: string; url: string };
  onCodes: (codes: readonly string[]) => void;
  onClose: () => void;
};

/** Shares the secret with an authenticator app in three ways: QR code, link on the same device, typed key. */
export function AuthenticatorSetup({ shared, onCodes, onClose }: Props) {
  const t = useT();
  const { register, handleSubmit, formState } = useForm({ defaultValues: { code: "" } });
  const enable = useChange(enableTotp, {
    // With recovery codes there is no toast: their dialog already says so, and nothing may cover the codes.
    success: ({ codes }) => (codes ? undefined : t("account.totp.added")),
    onDone: ({ codes }) => {
      onClose();
      if (codes) onCodes(codes);
    },
  });
  const label = t("account.totp.code");
  const [issue] = formState.errors.code ? [{ code: "required" }] : (enable.error?.issues ?? []);
  return (
    <Dialog title={t("account.totp.setup")} closeLabel={t("common.close")} onClose={onClose}>
      <form noValidate onSubmit={handleSubmit(({ code }) => enable.mutate(code))} className="grid grid-cols-1 gap-5">
        <p>{t("account.totp.scan")}</p>
        <img src={totpQr} alt={t("account.totp.qr")} width={208} height={208} className="mx-auto size-52" />
        <ButtonLink href={shared.url} className="pointer-coarse:-order-1">
          {t("account.totp.open")}
        </ButtonLink>
        <SecretKey secret={shared.secret} />
        <Field label={label} error={issue && issueText(t, label, "code", issue)}>
          {(control) => (
            <TextInput
              inputMode="numeric"
              autoComplete="one-time-code"
              required
              {...control}
              {...register("code", { required: true })}
            />
          )}
        </Field>
        <Button tone="gold" type="submit" disabled={enable.isPending}>
          {enable.isPending ? t("common.loading") : t("account.totp.enable")}
        </Button>
      </form>
    </Dialog>
  );
}
