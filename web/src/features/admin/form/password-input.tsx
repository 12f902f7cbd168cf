import { Eye, EyeOff } from "lucide-react";
import { type ComponentProps, useState } from "react";
import { useT } from "../../../i18n/language";
import { Button } from "../../../ui/button";
import { TextInput } from "../../../ui/text-input";

/** A password input with a button that reveals the password. */
export function PasswordInput(props: ComponentProps<"input">) {
  const t = useT();
  const [shown, setShown] = useState(false);
  return (
    <div className="flex gap-2">
      <TextInput type={shown ? "text" : "password"} spellCheck={false} required {...props} />
      <Button
        aria-label={t("account.password.show")}
        aria-pressed={shown}
        onClick={() => setShown(!shown)}
        className="min-w-12"
      >
        {shown ? <EyeOff size={20} /> : <Eye size={20} />}
      </Button>
    </div>
  );
}
