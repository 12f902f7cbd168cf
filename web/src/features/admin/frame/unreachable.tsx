import { useT } from "../../../i18n/language";
import { Button } from "../../../ui/button";
import { Notice } from "../../../ui/notice";

type Props = { code: string; onRetry: () => void };

export function Unreachable({ code, onRetry }: Props) {
  const t = useT();
  return (
    <Notice>
      <p>{t.first([`error.${code}`, "error.internal"])}</p>
      <div>
        <Button onClick={onRetry}>{t("admin.retry")}</Button>
      </div>
    </Notice>
  );
}
