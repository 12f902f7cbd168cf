import { useT } from "../../../i18n/language";
import { Button } from "../../../ui/button";
import { Notice } from "../../../ui/notice";
import { Note } from "../ui/note";
import type { UploadState } from "./use-upload";

type Props = { state: UploadState; onRetry: (() => void) | undefined; onCancel: () => void };

/** The progress of an upload; after a failure, the error and a retry button. */
export function UploadStatus({ state, onRetry, onCancel }: Props) {
  const t = useT();
  if (state.status === "idle") return null;
  if (state.status === "done") {
    return (
      <Note>
        <p>{t("picture.ready")}</p>
      </Note>
    );
  }
  if (state.status === "sending") {
    const percent = Math.floor(state.part * 100);
    const text = percent < 100 ? t("picture.uploading", { percent }) : t("picture.working");
    return (
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="grid min-w-40 flex-1 gap-2">
          <p className="text-sm font-semibold">{text}</p>
          <progress max={1} value={state.part} aria-label={text} className="meter h-2 w-full" />
        </div>
        <Button onClick={onCancel}>{t("picture.cancel")}</Button>
      </div>
    );
  }
  return (
    <Notice>
      <p>{t.first([`error.${state.code}`, "error.internal"])}</p>
      {onRetry && (
        <>
          <p>{t("picture.kept")}</p>
          <div className="flex flex-wrap gap-3">
            <Button onClick={onRetry}>{t("admin.retry")}</Button>
            <Button onClick={onCancel}>{t("picture.cancel")}</Button>
          </div>
        </>
      )}
    </Notice>
  );
}
