import { type ComponentType, type ReactNode, useEffect } from "react";
import type { Boot } from "../api/types";
import { WebsiteContentProvider } from "../api/website-content";
import { Backdrop } from "../features/backdrop/backdrop";
import { ChatButton } from "../features/shell/chat-button";
import { LanguageMenu } from "../features/shell/language-menu";
import { OtherLanguage } from "../features/shell/other-language";
import { LanguageProvider, useT } from "../i18n/language";
import { replayEarlyClicks } from "../lib/early-clicks";
import { toast } from "../lib/toast";
import { homePath, privacyPath, within } from "../paths";
import { Toaster } from "../ui/toaster";

type Props = { boot: Boot; page: ComponentType };

export function PublicPage({ boot, page: Page }: Props) {
  return (
    <LanguageProvider lang={boot.lang} words={boot.words}>
      <WebsiteContentProvider boot={boot}>
        <Frame shell={boot.shell}>
          <Page />
        </Frame>
      </WebsiteContentProvider>
    </LanguageProvider>
  );
}

/** The style sheet draws a theme by these. The default theme has none. */
const attributes = (frame: Boot["shell"]["frame"]) =>
  frame && { "data-cards": frame.cards, "data-head": frame.head, "data-tile": frame.tile, "data-font": frame.font };

function Frame({ shell, children }: { shell: Boot["shell"]; children: ReactNode }) {
  const t = useT();
  const { notice } = shell;

  useEffect(replayEarlyClicks, []);
  useEffect(() => {
    if (notice)
      toast({ title: t(`notice.${notice}`), description: t(`notice.${notice}.description`), tone: "destructive" });
  }, [notice, t]);

  return (
    <div className="flex min-h-svh flex-col" {...attributes(shell.frame)}>
      <Backdrop backdrop={shell.backdrop} />
      <header className="flex justify-end p-3 lg:p-4 print:hidden">
        <LanguageMenu languages={shell.languages} />
      </header>
      <OtherLanguage languages={shell.languages} />
      <main className="flex-1">{children}</main>
      <footer className="px-[min(5rem,22vw)] pt-8 pb-9 text-center text-sm wrap-anywhere text-muted">
        {shell.copyright}
        {shell.registration && <p>{shell.registration}</p>}
        <a
          href={within(shell.home, privacyPath)}
          className="mx-auto flex min-h-11 w-fit items-center underline print:hidden"
        >
          {t("common.privacy")}
        </a>
        {shell.chatUrl && <ChatButton href={shell.chatUrl} isHome={shell.path === homePath} />}
      </footer>
      <Toaster label={t("common.notifications")} closeLabel={t("common.close")} />
    </div>
  );
}
