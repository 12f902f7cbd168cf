import { LogOut, MessageSquareHeart, ShieldCheck, Smartphone } from "lucide-react";
import { Link } from "react-router";
import { useT } from "../../../i18n/language";
import { cx } from "../../../lib/cx";
import { firstLetters } from "../../../lib/letters";
import { ownPath } from "../../../paths";
import { Disclosure } from "../../../ui/disclosure";
import { useAuth } from "../sign-in/auth";
import { useSignOut } from "../sign-in/use-sign-out";
import { LanguageRows } from "./language-choice";
import { useBrand } from "./use-brand";
import { useInstall } from "./use-install";

const row = "flex min-h-11 w-full cursor-pointer items-center gap-3 px-4 text-left hover:bg-ivory";

type Props = {
  /** Shows the label beside the avatar. */
  name?: boolean;
  className?: string;
};

/** The menu for the owner's account, as opposed to the page. */
export function AccountMenu({ name = false, className }: Props) {
  const t = useT();
  const { user } = useAuth();
  const signOut = useSignOut();
  const brand = useBrand();
  const install = useInstall();
  return (
    <Disclosure
      className={cx(
        "[&>div]:max-h-[70svh] [&>div]:w-72 [&>div]:max-w-[calc(100vw-1.5rem)] [&>div]:min-w-0 [&>div]:overflow-y-auto [&>summary]:border-0 [&>summary]:bg-transparent",
        name ? "[&>summary]:px-3" : "[&>summary]:px-0",
        className,
      )}
      summary={
        <>
          <span
            aria-hidden="true"
            className="grid size-[44px] shrink-0 place-content-center overflow-hidden rounded-full bg-gold-ink text-[14px] text-white"
          >
            {firstLetters(brand.trim(), 2).trim().toUpperCase()}
          </span>
          <span className={name ? "font-normal" : "sr-only"}>{t("admin.account")}</span>
        </>
      }
    >
      <p className="border-b border-line px-4 pt-1 pb-2.5 text-sm text-muted wrap-anywhere">{user?.email}</p>
      <Link to={ownPath("account")} className={row}>
        <ShieldCheck size={20} />
        {t("screen.account.title")}
      </Link>
      <Link to={ownPath("send-feedback")} className={row}>
        <MessageSquareHeart size={20} />
        {t("screen.send-feedback.title")}
      </Link>
      {install && (
        <button type="button" onClick={install} className={row}>
          <Smartphone size={20} />
          {t("app.install")}
        </button>
      )}
      <div className="border-y border-line sm:hidden">
        <LanguageRows />
      </div>
      <button type="button" onClick={signOut} className={row}>
        <LogOut size={20} />
        {t("admin.logout")}
      </button>
    </Disclosure>
  );
}
