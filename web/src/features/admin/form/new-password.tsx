import { Wand } from "lucide-react";
import { useState } from "react";
import type { UseFormRegisterReturn } from "react-hook-form";
import { useT } from "../../../i18n/language";
import { copyText } from "../../../lib/copy-text";
import { toast } from "../../../lib/toast";
import { Field } from "../../../ui/field";
import { TextButton } from "../ui/text-button";
import { madePassword } from "../values/made-password";
import { PasswordInput } from "./password-input";

type Props = {
  label: string;
  error: string | undefined;
  registered: UseFormRegisterReturn;
  /** Puts a generated password into the form. */
  onMade: (password: string) => void;
};

/** A new password: typed, or generated in the browser, shown and copied. */
export function NewPassword({ label, error, registered, onMade }: Props) {
  const t = useT();
  const [made, setMade] = useState("");
  const [before, setBefore] = useState<string>(); // the error of the typed password; hidden after generating one
  const make = async () => {
    const password = madePassword();
    setMade(password);
    setBefore(error);
    onMade(password);
    if (await copyText(password, null)) toast({ title: t("account.copied") });
  };
  return (
    <div className="grid grid-cols-1 gap-2">
      <Field label={label} hint={t("account.password.hint")} error={error === before ? undefined : error}>
        {(control) => (
          <PasswordInput
            autoComplete="new-password"
            {...control}
            {...registered}
            onChange={(event) => {
              setBefore(undefined);
              setMade("");
              return registered.onChange(event);
            }}
          />
        )}
      </Field>
      {made && (
        <output className="grid gap-1 rounded-well border border-line bg-ivory px-3 py-2">
          <code className="text-sm wrap-anywhere select-all">{made}</code>
          <span className="text-sm text-muted">{t("account.password.made")}</span>
        </output>
      )}
      <TextButton className="justify-self-start" onClick={make}>
        <Wand size={18} />
        {t(made ? "account.password.makeAnother" : "account.password.make")}
      </TextButton>
    </div>
  );
}
