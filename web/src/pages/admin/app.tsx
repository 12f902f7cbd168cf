import { QueryCache, QueryClient, QueryClientProvider, useQuery } from "@tanstack/react-query";
import { type ComponentType, type ReactNode, useEffect } from "react";
import {
  createBrowserRouter,
  createRoutesFromElements,
  Outlet,
  Route,
  RouterProvider,
  useNavigation,
  useRouteError,
} from "react-router";
import { proven } from "../../api/account";
import { errorCode, silence } from "../../api/errors";
import { sessionQuery, wordsQuery } from "../../api/queries";
import { type ManagerKey, managerKeys } from "../../features/admin/collections";
import { Frame } from "../../features/admin/frame/frame";
import { useStoredLanguage } from "../../features/admin/frame/stored-language";
import { Unreachable } from "../../features/admin/frame/unreachable";
import { useCovers } from "../../features/admin/frame/use-covers";
import { type PageKey, pageKeys, type ScreenKey, screenKeys } from "../../features/admin/screens";
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
import { SignInPage } from "./sign-in-page";
import { SignedIn } from "./signed-in";

/** Checks whether the session has really ended. If only the token was rotated, failed queries are retried. */
async function recheckSession() {
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
      if (errorCode(error) === "signed_out") void recheckSession();
    },
  }),
});

type Load = () => Promise<ComponentType>;
type Screen = () => Promise<ReactNode>;

const plain =
  (load: Load): Screen =>
  async () => {
    const Page = await load();
    return <Page />;
  };

const titled =
  (page: PageKey, load: Load, back = true): Screen =>
  async () => {
    const Content = await load();
    return <Titled page={page} back={back} content={<Content />} />;
  };

const handWritten: Record<PageKey, Screen> = {
  page: plain(async () => (await import("./page-page")).PagePage),
  insights: titled("insights", async () => (await import("../../features/admin/insights/insights")).Insights, false),
  codes: titled("codes", async () => (await import("../../features/admin/codes/codes-screen")).CodesScreen),
  "send-feedback": titled(
    "send-feedback",
    async () => (await import("../../features/admin/feedback/send-feedback")).SendFeedback,
  ),
  hours: plain(async () => (await import("../../features/admin/edit/hours-screen")).HoursScreen),
  trade: titled("trade", async () => (await import("../../features/admin/trade/trade-choice")).TradeChoice),
  media: titled("media", async () => (await import("../../features/admin/library/library-screen")).LibraryScreen),
  translations: titled(
    "translations",
    async () => (await import("../../features/admin/translations/translations")).Translations,
  ),
  history: plain(async () => (await import("./history-page")).HistoryPage),
  account: titled("account", async () => (await import("../../features/admin/account/account-screen")).AccountScreen),
  inbox: titled("inbox", async () => (await import("../../features/admin/inbox/inbox")).Inbox, false),
};

const edit =
  (screen: ScreenKey): Screen =>
  async () => {
    const { EditScreen } = await import("../../features/admin/edit/edit-screen");
    return <EditScreen key={screen} screen={screen} />;
  };

const collection =
  (name: ManagerKey): Screen =>
  async () => {
    const { CollectionPage } = await import("./collection-page");
    return <CollectionPage key={name} name={name} />;
  };

/** The timeout for a chunk: longer than the largest one needs on the slowest network that people put up with. */
const patienceMs = 30_000;

const late = () =>
  new Promise<never>((_, reject) => {
    setTimeout(() => reject(new DOMException("too late", "TimeoutError")), patienceMs);
  });

/**
 * The router loads a screen's chunk before it shows the screen. With React's `lazy` the screen would appear at least
 * 300 ms after a spinner.
 */
const lazily = (screen: Screen) => () =>
  Promise.race([screen(), late()]).then(
    (element) => ({ element }),
    (cause) => Promise.reject(silence(cause)),
  );

const router = createBrowserRouter(
  createRoutesFromElements(
    <Route element={<Shown />} hydrateFallbackElement={<Waiting />} errorElement={<Failed />}>
      <Route path={adminPath} element={<SignInPage />} />
      <Route path={setupPath} lazy={lazily(plain(async () => (await import("./setup-page")).SetupPage))} />
      <Route path={resetPath} lazy={lazily(plain(async () => (await import("./reset-page")).ResetPage))} />
      <Route path={reportPath} lazy={lazily(plain(async () => (await import("./report-page")).ReportPage))} />
      <Route path={notMePath} lazy={lazily(plain(async () => (await import("./not-me-page")).NotMePage))} />
      <Route element={<SignedIn />}>
        {/* If one screen fails to load, the others stay reachable. */}
        <Route errorElement={<FailedScreen />}>
          <Route path={dashboardPath} element={<DashboardPage />} />
          {screenKeys.map((screen) => (
            <Route key={screen} path={editPath(screen)} lazy={lazily(edit(screen))} />
          ))}
          {managerKeys.map((name) => (
            <Route key={name} path={editPath(name)} lazy={lazily(collection(name))} />
          ))}
          {pageKeys.map((page) => (
            <Route key={page} path={ownPath(page)} lazy={lazily(handWritten[page])} />
          ))}
          <Route path="*" element={<NoSuchScreen />} />
        </Route>
      </Route>
    </Route>,
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

/** The current screen, with a spinner while the next one's chunk is loading. */
function Shown() {
  const t = useT();
  const coming = useNavigation().state === "loading";
  return (
    <>
      <Outlet />
      {coming && (
        <div className="late pointer-events-none fixed inset-0 z-20 grid place-content-center">
          <div className="rounded-card bg-white px-10 shadow-lift">
            <Spinner label={t("common.loading")} />
          </div>
        </div>
      )}
    </>
  );
}

function Waiting() {
  const t = useT();
  return (
    <div className="late">
      <Spinner label={t("common.loading")} />
    </div>
  );
}

/**
 * A script that failed to load or threw an error. A reload fixes both, also after an upgrade. Offline, a reload would
 * leave an empty page, so there is none.
 */
function Broken() {
  const again = () => {
    if (navigator.onLine) location.reload();
  };
  return <Unreachable code={errorCode(useRouteError())} onRetry={again} />;
}

function Failed() {
  return (
    <main className="mx-auto max-w-md p-5">
      <Broken />
    </main>
  );
}

function FailedScreen() {
  const t = useT();
  return (
    <Frame title={t("admin.title")} back>
      <Broken />
    </Frame>
  );
}

/** Toasts are between the bars on a phone, in a corner on a desktop, or at the top to keep their subject in view. */
const below =
  "bottom-(--tab-bar) max-lg:in-[body:has(.thumb-bar)]:bottom-[calc(var(--tab-bar)+var(--thumb-bar,4.75rem))] sm:items-end lg:bottom-0 lg:p-6";
const above = "top-16 sm:items-end lg:top-20 lg:p-6";

function Notifications() {
  const t = useT();
  const covers = useCovers();
  return <Toaster label={t("common.notifications")} closeLabel={t("common.close")} place={covers ? above : below} />;
}
