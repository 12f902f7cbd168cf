import { useT } from "../../../i18n/language";
import { Dialog } from "../../../ui/dialog";
import { useAuth } from "./auth";
import { SignInForm } from "./sign-in-form";

/** Covers and hides a screen whose session has ended until the owner signs in again or gives up. */
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
