import { Frame } from "../../features/admin/frame/frame";
import { Inbox } from "../../features/admin/inbox/inbox";
import { useT } from "../../i18n/language";

export function InboxPage() {
  const t = useT();
  return (
    <Frame title={t("screen.inbox.title")}>
      <Inbox />
    </Frame>
  );
}
