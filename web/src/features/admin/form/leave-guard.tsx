import { useBeforeUnload, useBlocker, useLocation } from "react-router";
import { useT } from "../../../i18n/language";
import { Button } from "../../../ui/button";
import { Dialog } from "../../../ui/dialog";
import { useMarkUnsaved } from "./unsaved";

/** Asks before leaving a screen with unsaved text. Before a tab is closed, the browser asks. */
export function LeaveGuard({ unsaved }: { unsaved: boolean }) {
  const t = useT();
  const screen = useLocation();
  // Do not ask again if the owner returns before the next screen is rendered.
  const blocker = useBlocker(
    ({ currentLocation: here, nextLocation: there }) =>
      unsaved &&
      here.pathname === screen.pathname &&
      (here.pathname !== there.pathname || here.search !== there.search),
  );
  useMarkUnsaved(unsaved);
  useBeforeUnload((event) => {
    if (unsaved) event.preventDefault();
  });
  if (blocker.state !== "blocked") return null;
  return (
    <Dialog title={t("admin.leave")} closeLabel={t("common.close")} onClose={blocker.reset}>
      <p className="mb-5 text-muted">{t("admin.leave.description")}</p>
      <div className="flex flex-wrap gap-2.5 *:flex-auto">
        <Button tone="gold" data-autofocus="" onClick={blocker.reset}>
          {t("admin.leave.stay")}
        </Button>
        <Button onClick={blocker.proceed}>{t("admin.leave.go")}</Button>
      </div>
    </Dialog>
  );
}
