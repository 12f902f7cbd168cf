import { QueryCache, QueryClient, QueryClientProvider, useQuery } from "@tanstack/react-query";
import { lazy, type ReactNode, Suspense, useEffect } from "react";
import { createBrowserRouter, createRoutesFromElements, Outlet, Route, RouterProvider } from "react-router";
import { proven } from "../../api/account";
import { errorCode } from "../../api/errors";
import { sessionQuery, wordsQuery } from "../../api/queries";
import { managerKeys } from "../../features/admin/collections";
import { Frame } from "../../features/admin/frame/frame";
import { useStoredLanguage } from "../../features/admin/frame/stored-language";
import { useCovers } from "../../features/admin/frame/use-covers";
import { type PageKey, pageKeys, screenKeys } from "../../features/admin/screens";
import { AuthProvider } from "../../features/admin/sign-in/auth";
import { LanguageProvider, useT } from "../../i18n/language";
import { baseLang } from "../../lib/lang";
import {
  adminManifestPath,
  adminPath,
  dashboardPath,
  editPath,
  notMePath,
  ownPath,
  reportPath,
  resetPath,
  setupPath,
} from "../../paths";
import { Spinner } from "../../ui/spinner";
import { Toaster } from "../../ui/toaster";
import { DashboardPage } from "./dashboard-page";
import { NoSuchScreen } from "./no-such-screen";
import { PagePage } from "./page-page";
import { SignInPage } from "./sign-in-page";
import { SignedIn } from "./signed-in";

const EditScreen = lazy(() =>
  import("../../features/admin/edit/edit-screen").then((room) => ({ default: room.EditScreen })),
);
const SendFeedback = lazy(() =>
  import("../../features/admin/feedback/send-feedback").then((room) => ({ default: room.SendFeedback })),
);
const Translations = lazy(() =>
  import("../../features/admin/translations/translations").then((room) => ({ default: room.Translations })),
);
const HistoryPage = lazy(() => import("./history-page").then((page) => ({ default: page.HistoryPage })));
const Account = lazy(() =>
  import("../../features/admin/account/account-screen").then((room) => ({ default: room.AccountScreen })),
);
const Inbox = lazy(() => import("../../features/admin/inbox/inbox").then((room) => ({ default: room.Inbox })));
const Insights = lazy(() =>
  import("../../features/admin/insights/insights").then((room) => ({ default: room.Insights })),
);
const Codes = lazy(() =>
  import("../../features/admin/codes/codes-screen").then((room) => ({ default: room.CodesScreen })),
);
const Library = lazy(() =>
  import("../../features/admin/library/library-screen").then((room) => ({ default: room.LibraryScreen })),
);
const ReportPage = lazy(() => import("./report-page").then((page) => ({ default: page.ReportPage })));
const SetupPage = lazy(() => import("./setup-page").then((page) => ({ default: page.SetupPage })));
const ResetPage = lazy(() => import("./reset-page").then((page) => ({ default: page.ResetPage })));
const NotMePage = lazy(() => import("./not-me-page").then((page) => ({ default: page.NotMePage })));
const CollectionPage = lazy(() => import("./collection-page").then((page) => ({ default: page.CollectionPage })));

/** Asks whether the session has really ended. A call that was under way while proof was given is refused, and asked again. */
async function believe() {
  await proven();
  await queries.refetchQueries({ queryKey: sessionQuery.queryKey });
  if (!queries.getQueryData(sessionQuery.queryKey)?.user) return;
  await queries.refetchQueries({ predicate: ({ state }) => errorCode(state.error) === "signed_out" });
}

const queries: QueryClient = new QueryClient({
  defaultOptions: {
    queries: { networkMode: "always", refetchOnReconnect: true, retry: 1 },
    mutations: { networkMode: "always" },
  },
  queryCache: new QueryCache({
    onError: (error) => {
      if (errorCode(error) === "signed_out") void believe();
    },
  }),
});

const handWritten: Record<PageKey, ReactNode> = {
  page: <PagePage />,
  insights: <Titled page="insights" content={<Insights />} />,
  codes: <Titled page="codes" back content={<Codes />} />,
  "send-feedback": <Titled page="send-feedback" back content={<SendFeedback />} />,
  media: <Titled page="media" back content={<Library />} />,
  translations: <Titled page="translations" back content={<Translations />} />,
  history: <HistoryPage />,
  account: <Titled page="account" back content={<Account />} />,
  inbox: <Titled page="inbox" content={<Inbox />} />,
};

const router = createBrowserRouter(
  createRoutesFromElements(
    <>
      <Route path={adminPath} element={<SignInPage />} />
      <Route element={<Lately />}>
        <Route path={setupPath} element={<SetupPage />} />
        <Route path={resetPath} element={<ResetPage />} />
        <Route path={reportPath} element={<ReportPage />} />
        <Route path={notMePath} element={<NotMePage />} />
      </Route>
      <Route element={<SignedIn />}>
        <Route path={dashboardPath} element={<DashboardPage />} />
        <Route element={<Lately />}>
          {screenKeys.map((screen) => (
            <Route key={screen} path={editPath(screen)} element={<EditScreen key={screen} screen={screen} />} />
          ))}
          {managerKeys.map((name) => (
            <Route key={name} path={editPath(name)} element={<CollectionPage key={name} name={name} />} />
          ))}
          {pageKeys.map((page) => (
            <Route key={page} path={ownPath(page)} element={handWritten[page]} />
          ))}
        </Route>
        <Route path="*" element={<NoSuchScreen />} />
      </Route>
    </>,
  ),
);

export function App() {
  return (
    <QueryClientProvider client={queries}>
      <InStoredLanguage>
        <AuthProvider>
          <RouterProvider router={router} />
        </AuthProvider>
        <Notifications />
      </InStoredLanguage>
    </QueryClientProvider>
  );
}

function Titled({ page, back = false, content }: { page: PageKey; back?: boolean; content: ReactNode }) {
  const t = useT();
  return (
    <Frame title={t(`screen.${page}.title`)} back={back}>
      {content}
    </Frame>
  );
}

function InStoredLanguage({ children }: { children: ReactNode }) {
  const lang = useStoredLanguage();
  const english = useQuery(wordsQuery(baseLang)).data;
  const words = useQuery(wordsQuery(lang));
  useEffect(() => {
    document.documentElement.lang = lang;
    const manifest = document.querySelector<HTMLLinkElement>("link[rel=manifest]");
    if (manifest && lang !== baseLang) manifest.href = `${adminManifestPath}?lang=${lang}`;
  }, [lang]);
  if (!english || words.isPending) return null;
  return (
    <LanguageProvider lang={lang} words={words.data ?? english} fallback={english}>
      {children}
    </LanguageProvider>
  );
}

/** What comes in a chunk of its own. */
function Lately() {
  const t = useT();
  return (
    <Suspense
      fallback={
        <div className="late">
          <Spinner label={t("common.loading")} />
        </div>
      }
    >
      <Outlet />
    </Suspense>
  );
}

/** Between the bars of a phone and in the corners of a desk: below, or above where something stands that it speaks of. */
const below =
  "bottom-(--tab-bar) max-lg:in-[body:has(.thumb-bar)]:bottom-[calc(var(--tab-bar)+var(--thumb-bar,4.75rem))] sm:items-end lg:bottom-0 lg:p-6";
const above = "top-16 sm:items-end lg:top-20 lg:p-6";

function Notifications() {
  const t = useT();
  const covers = useCovers();
  return <Toaster label={t("common.notifications")} closeLabel={t("common.close")} place={covers ? above : below} />;
}
