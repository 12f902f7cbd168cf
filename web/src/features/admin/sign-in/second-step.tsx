import { useEffect, useState } from "react";
import { useForm } from "react-hook-form";
import { errorCode } from "../../../api/errors";
import type { Need } from "../../../api/types";
import { useT } from "../../../i18n/language";
import { passkeysWork } from "../../../lib/passkey";
import { toast } from "../../../lib/toast";
import { Button } from "../../../ui/button";
import { Field } from "../../../ui/field";
import { TextInput } from "../../../ui/text-input";
import { TextButton } from "../ui/text-button";
import { useAuth } from "./auth";
import { PasskeyButton } from "./passkey-button";
import { useSignInFailure } from "./use-sign-in-failure";
import { Waiting } from "./waiting";

type Props = { needs: readonly Need[]; onSignedIn: (() => void) | undefined };

const labels = { totp: "signIn.code", recovery: "signIn.recoveryCode" } as const;

/** After a correct password, a code, a recovery code or a passkey completes the sign-in. */
export function SecondStep({ needs, onSignedIn }: Props) {
  const t = useT();
  const { completeSignIn, startAgain } = useAuth();
  const fail = useSignInFailure();
  const [way, setWay] = useState<Need>(needs.find((need) => need !== "passkey" || passkeysWork()) ?? "recovery");
  const { register, handleSubmit, formState, setFocus, reset } = useForm({ defaultValues: { code: "" } });
  const typed = way !== "passkey";

  useEffect(() => {
    if (typed) setFocus("code");
  }, [typed, setFocus]);

  const submit = handleSubmit(async ({ code }) => {
    try {
      await completeSignIn(way === "recovery" ? { recovery: code } : { code });
      onSignedIn?.();
    } catch (error) {
      if (errorCode(error) === "signed_out") {
        toast({ title: t("admin.loginFailed"), description: t("signIn.tooLate"), tone: "destructive" });
        return;
      }
      fail(error, t("signIn.wrongCode"));
      setFocus("code", { shouldSelect: true });
    }
  });

  const take = (next: Need) => {
    reset();
    setWay(next);
  };

  return (
    <form onSubmit={submit} noValidate className="grid gap-5">
      <div className="grid gap-1">
        <p className="font-semibold">{t("signIn.second")}</p>
        <p className="text-muted">{t(`signIn.second.${way}`)}</p>
      </div>
      {way !== "passkey" && (
        <>
          <Field label={t(labels[way])} error={formState.errors.code && t("issue.required", { field: t(labels[way]) })}>
            {(control) => (
              <TextInput
                {...(way === "totp"
                  ? { inputMode: "numeric" as const, autoComplete: "one-time-code" }
                  : { autoComplete: "off" })}
                autoCapitalize="characters"
                spellCheck={false}
                required
                {...control}
                {...register("code", { required: true })}
              />
            )}
          </Field>
          <Button tone="gold" type="submit" disabled={formState.isSubmitting}>
            {formState.isSubmitting ? t("common.loading") : t("admin.login")}
          </Button>
          <Waiting while={formState.isSubmitting} />
        </>
      )}
      {needs.includes("passkey") && <PasskeyButton label={t("signIn.usePasskey")} onSignedIn={onSignedIn} />}
      <div className="flex flex-wrap justify-between gap-x-4">
        {way !== "totp" && needs.includes("totp") && (
          <TextButton onClick={() => take("totp")}>{t("signIn.useCode")}</TextButton>
        )}
        {way !== "recovery" && needs.includes("recovery") && (
          <TextButton onClick={() => take("recovery")}>{t("signIn.useRecovery")}</TextButton>
        )}
        <TextButton onClick={() => startAgain().catch((error: unknown) => fail(error, ""))}>
          {t("signIn.startAgain")}
        </TextButton>
      </div>
    </form>
  );
}
