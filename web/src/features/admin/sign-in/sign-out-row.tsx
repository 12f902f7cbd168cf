import { LogOut } from "lucide-react";
import { useT } from "../../../i18n/language";
import { Button } from "../../../ui/button";
import { useSignOut } from "./use-sign-out";

/** The dashboard's own way out, besides the one behind the avatar. */
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
