import { useQuery } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { accountQuery, askPasskey, type Confirmation, cancelled, confirm } from "../../../api/account";
import { errorCode } from "../../../api/errors";
import { useT } from "../../../i18n/language";
import { passkeysWork } from "../../../lib/passkey";
import { dismissToast, toast } from "../../../lib/toast";
import { Button } from "../../../ui/button";
import { Dialog } from "../../../ui/dialog";
import { Field } from "../../../ui/field";
import { TextInput } from "../../../ui/text-input";
import { TextButton } from "../ui/text-button";
import { useAuth } from "./auth";

const ways = {
  password: { label: "account.confirm.password", input: { type: "password", autoComplete: "current-password" } },
  code: { label: "account.totp.code", input: { inputMode: "numeric", autoComplete: "one-time-code" } },
} as const;

/** Asks the owner to confirm their identity before a sensitive action; the action then continues. */
export function ConfirmDialog() {
  const { data: account, isPending } = useQuery(accountQuery);
  if (isPending) return null;
  return <Asked passkey={!!account?.passkeys.length && passkeysWork()} totp={!!account?.totp} />;
}

function Asked({ passkey, totp }: { passkey: boolean; totp: boolean }) {
  const t = useT();
  const { keepSession, check, settle } = useAuth();
  const [way, setWay] = useState<keyof typeof ways>("password");
  const other = way === "password" ? "code" : "password";
  const { register, handleSubmit, formState, setFocus, reset } = useForm({ defaultValues: { proof: "" } });
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState(0);
  const label = t(ways[way].label);

  const give = async (proof: () => Promise<Confirmation>) => {
    setBusy(true);
    try {
      const body = await proof();
      await keepSession(() => confirm(body));
      dismissToast(failed);
      check(); // the session token was rotated
      settle(true);
    } catch (error) {
      setBusy(false);
      const code = errorCode(error);
      if (code === cancelled) return;
      const description = t.first([`error.${code}`, "error.internal"]);
      setFailed(toast({ title: t("account.confirm.failed"), description, tone: "destructive" }));
      setFocus("proof", { shouldSelect: true });
    }
  };

  const cancel = () => {
    dismissToast(failed);
    settle(false);
  };

  const switchWay = () => {
    reset();
    setWay(other);
    setFocus("proof");
  };

  return (
    <Dialog title={t("account.confirm")} closeLabel={t("common.close")} onClose={cancel}>
      <form
        noValidate
        onSubmit={handleSubmit(({ proof }) => give(async () => ({ [way]: proof })))}
        className="grid grid-cols-1 gap-5"
      >
        <p className="text-muted">{t("account.confirm.description")}</p>
        {passkey && (
          <Button
            tone="gold"
            data-autofocus=""
            disabled={busy}
            onClick={() => give(async () => ({ passkey: await askPasskey() }))}
          >
            <KeyRound size={20} />
            {t("signIn.usePasskey")}
          </Button>
        )}
        <Field label={label} error={formState.errors.proof && t("issue.required", { field: label })}>
          {(control) => (
            <TextInput
              key={way}
              data-autofocus={passkey ? undefined : ""}
              required
              {...ways[way].input}
              {...control}
              {...register("proof", { required: true })}
            />
          )}
        </Field>
        <Button tone={passkey ? "plain" : "gold"} type="submit" disabled={busy}>
          {busy ? t("common.loading") : t("account.confirm.submit")}
        </Button>
        {totp && (
          <TextButton className="justify-self-start" onClick={switchWay}>
            {t(other === "code" ? "signIn.useCode" : "account.confirm.usePassword")}
          </TextButton>
        )}
      </form>
    </Dialog>
  );
}
