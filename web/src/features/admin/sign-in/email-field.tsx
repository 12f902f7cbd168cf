import type { UseFormRegisterReturn } from "react-hook-form";
import { useT } from "../../../i18n/language";
import { Field } from "../../../ui/field";
import { TextInput } from "../../../ui/text-input";

type Props = { hint?: string; error?: string | undefined; registered: UseFormRegisterReturn };

/** The email address for signing in. */
export function EmailField({ hint, error, registered }: Props) {
  const t = useT();
  return (
    <Field label={t("admin.email")} hint={hint} error={error}>
      {(control) => (
        <TextInput
          type="email"
          inputMode="email"
          autoComplete="username"
          autoCapitalize="none"
          required
          {...control}
          {...registered}
        />
      )}
    </Field>
  );
}
