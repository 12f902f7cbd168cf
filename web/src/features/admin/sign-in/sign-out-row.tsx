import { LogOut } from "lucide-react";
import { useT } from "../../../i18n/language";
import { Button } from "../../../ui/button";
import { useSignOut } from "./use-sign-out";

/** The dashboard's sign-out button, besides the one in the account menu. */
export function SignOutRow() {
  const t = useT();
  const signOut = useSignOut();
  return (
    <Button onClick={signOut} className="justify-self-start">
      <LogOut size={18} />
      {t("admin.logout")}
    </Button>
  );
}
