import { useT } from "../../../i18n/language";
import { Dialog } from "../../../ui/dialog";
import { useAuth } from "./auth";
import { SignInForm } from "./sign-in-form";

/** Stands in front of a screen whose session has ended, and hides it, until the owner is back or gives up. */
export function SignInAgain() {
  const t = useT();
  const { user, leave } = useAuth();
  return (
    <Dialog
      title={t("admin.sessionEnded")}
      closeLabel={t("common.close")}
      onClose={leave}
      className="backdrop:bg-mist sm:max-w-md"
    >
      <p className="mb-5 text-muted">{t("admin.sessionEnded.description")}</p>
      <SignInForm email={user?.email ?? ""} />
    </Dialog>
  );
}
