import { SendFeedback } from "../../features/admin/feedback/send-feedback";
import { Frame } from "../../features/admin/frame/frame";
import { useT } from "../../i18n/language";

export function SendFeedbackPage() {
  const t = useT();
  return (
    <Frame title={t("screen.send-feedback.title")} back>
      <SendFeedback />
    </Frame>
  );
}
