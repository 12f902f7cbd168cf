import { ArrowLeft, Eye } from "lucide-react";
import type { ReactNode } from "react";
import { Link, useLocation } from "react-router";
import { useLanguage, useT } from "../../../i18n/language";
import { cx } from "../../../lib/cx";
import { newTab } from "../../../lib/new-tab";
import { inLang } from "../../../paths";
import { useUnsaved } from "../form/unsaved";
import { usePrimary } from "../form/use-primary";
import { AccountMenu } from "./account-menu";
import { BottomBar } from "./bottom-bar";
import { LanguageChoice } from "./language-choice";
import { viewedAt } from "./navigation";
import { OfflineBanner } from "./offline-banner";
import { Peek, usePeek } from "./peek";
import { useWayBack } from "./places";
import { Sidebar } from "./sidebar";
import { useTop } from "./use-top";

type Props = {
  title: string;
  back?: boolean;
  /** The public page of the edited item; by default the public page that the screen is about. */
  view?: string;
  /** Shown beside the content on a desktop, and as a bottom sheet on a phone. */
  aside?: ReactNode;
  /** On narrow screens the aside comes before the content instead. */
  asideFirst?: boolean;
  children: ReactNode;
};

const always = () => true;

/** The layout of every admin screen: a sidebar on a desktop, bars at the top and bottom on a phone. */
export function Frame({ title, back = false, view, aside, asideFirst = false, children }: Props) {
  const { lang, t } = useLanguage();
  const unsaved = useUnsaved();
  const { pathname } = useLocation();
  const peek = usePeek();
  const primary = usePrimary();
  useTop(always);
  const peeks = aside !== undefined && !asideFirst;
  const covered = peeks && peek.open;
  return (
    <div className="min-h-svh lg:grid lg:grid-cols-[15rem_1fr]">
      <title>{unsaved ? `• ${title}` : title}</title>
      <Sidebar />
      <div className="flex min-h-svh min-w-0 flex-col">
        <OfflineBanner />
        <header
          inert={covered}
          className="sticky top-0 z-25 flex min-h-16 flex-wrap items-center gap-2 border-b border-line bg-white px-3 lg:static lg:min-h-20 lg:border-0 lg:bg-transparent lg:px-8 lg:pt-5"
        >
          {back && <BackLink />}
          <h1
            className={cx(
              "line-clamp-2 min-w-12 flex-1 py-1 text-[min(1.125rem,6vw)] leading-tight font-bold wrap-anywhere lg:text-2xl",
              !back && "pl-2 lg:pl-0",
            )}
          >
            {unsaved && (
              <span aria-hidden="true" className="mr-2 text-gold-ink">
                •
              </span>
            )}
            {title}
          </h1>
          <LanguageChoice className="hidden sm:block" />
          <a
            href={view ?? inLang(lang, viewedAt(pathname), primary)}
            {...newTab}
            className="flex min-h-11 min-w-[44px] items-center justify-center gap-2 rounded-full font-semibold lg:border lg:border-line lg:bg-white lg:px-5"
          >
            <Eye size={20} />
            <span className="sr-only lg:not-sr-only">
              {t("admin.viewSite")} <span className="sr-only">{t("common.newTab")}</span>
            </span>
          </a>
          <AccountMenu className="ml-auto lg:hidden" />
        </header>
        <div
          className={cx(
            "flex flex-1 flex-col lg:px-8",
            aside !== undefined && "xl:grid xl:grid-cols-[1fr_22rem] xl:content-start xl:gap-8",
          )}
        >
          <main inert={covered} className="grid grid-cols-1 content-start gap-6 p-5 max-lg:pb-(--covered) lg:px-0">
            {children}
          </main>
          {peeks && <Peek {...peek}>{aside}</Peek>}
          {aside && asideFirst && (
            <aside className="px-5 pb-8 max-xl:order-first max-xl:pt-5 max-xl:pb-0 lg:px-0 xl:sticky xl:top-0 xl:self-start xl:pt-5">
              {aside}
            </aside>
          )}
        </div>
        <BottomBar inert={covered} />
      </div>
    </div>
  );
}

function BackLink() {
  const t = useT();
  const { isDashboard, to, onClick } = useWayBack();
  return (
    <Link
      to={to}
      onClick={onClick}
      className="flex min-h-11 min-w-[44px] items-center justify-center gap-2 rounded-full font-semibold text-gold-ink lg:-ml-3 lg:px-3"
    >
      <ArrowLeft size={20} />
      <span className="sr-only lg:not-sr-only">{t(isDashboard ? "admin.backToDashboard" : "admin.back")}</span>
    </Link>
  );
}
