import { lazy, Suspense } from "react";
import { Navigate, Outlet, useLocation } from "react-router";
import { FindDialog } from "../../features/admin/find/find-dialog";
import { OfflineScreen } from "../../features/admin/frame/offline-screen";
import { Places } from "../../features/admin/frame/places";
import { Unreachable } from "../../features/admin/frame/unreachable";
import { LeadNews } from "../../features/admin/inbox/lead-news";
import { useAuth } from "../../features/admin/sign-in/auth";
import { SignInAgain } from "../../features/admin/sign-in/sign-in-again";
import { useT } from "../../i18n/language";
import { adminPath, ownPath } from "../../paths";
import { Spinner } from "../../ui/spinner";

const accountPath = ownPath("account");

const ConfirmDialog = lazy(() =>
  import("../../features/admin/sign-in/confirm-dialog").then((room) => ({ default: room.ConfirmDialog })),
);

/** Shows its screens only to the signed-in owner. */
export function SignedIn() {
  const t = useT();
  const { status, error, check, mustSetUp } = useAuth();
  const { pathname, search, key } = useLocation();
  switch (status) {
    case "in":
      if (mustSetUp && pathname !== accountPath) return <Navigate to={accountPath} replace />;
      return <Inside only={mustSetUp} />;
    case "ended":
      return <Inside ended />;
    case "out":
      // A deep link (for example from a mail) continues after the sign-in.
      return <Navigate to={adminPath} replace state={key === "default" ? `${pathname}${search}` : undefined} />;
    case "checking":
      return (
        <div className="late">
          <Spinner label={t("common.loading")} />
        </div>
      );
    case "unreachable":
      if (error === "offline") return <OfflineScreen onRetry={check} />;
      return (
        <main className="mx-auto max-w-md p-5">
          <Unreachable code={error} onRetry={check} />
        </main>
      );
  }
}

type InsideProps = {
  ended?: boolean;
  /** Without search and lead notifications, because nothing but this screen is accessible yet. */
  only?: boolean;
};

function Inside({ ended = false, only = false }: InsideProps) {
  const { unconfirmed } = useAuth();
  return (
    <>
      <Outlet />
      <Places />
      {!only && <FindDialog />}
      {!only && <LeadNews key={String(ended)} />}
      {unconfirmed && (
        <Suspense>
          <ConfirmDialog />
        </Suspense>
      )}
      {ended && <SignInAgain />}
    </>
  );
}
