import { LogOut } from "lucide-react";
import { useT } from "../../../i18n/language";
import { Button } from "../../../ui/button";
import { useSignOut } from "./use-sign-out";

/** On a phone, where there is no sidebar to hold it. */
export function SignOutRow() {
  const t = useT();
  const signOut = useSignOut();
  return (
    <Button onClick={signOut} className="lg:hidden">
      <LogOut size={18} />
      {t("admin.logout")}
    </Button>
  );
}
