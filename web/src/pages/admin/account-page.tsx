import { AccountScreen } from "../../features/admin/account/account-screen";
import { Frame } from "../../features/admin/frame/frame";
import { useT } from "../../i18n/language";

export function AccountPage() {
  const t = useT();
  return (
    <Frame title={t("screen.account.title")} back>
      <AccountScreen />
    </Frame>
  );
}
