import { Frame } from "../../features/admin/frame";
import { SendFeedback } from "../../features/admin/send-feedback";
import { useT } from "../../i18n/language";

export function SendFeedbackPage() {
  const t = useT();
  return (
    <Frame title={t("screen.send-feedback.title")} back>
      <SendFeedback />
    </Frame>
  );
}
