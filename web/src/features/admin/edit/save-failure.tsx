import { ApiError, errorCode } from "../../../api/errors";
import type { FieldKey, StoredSite } from "../../../api/types";
import { useT } from "../../../i18n/language";
import { Notice } from "../../../ui/notice";
import type { Texts } from "../values/texts";
import { ConflictNotice } from "./conflict-notice";

type Props = { error: Error; typed: Texts; keys: readonly FieldKey[]; onTake: (newer: StoredSite) => void };

/** Says beside the form why nothing was saved and what to do; refused values say so at their inputs. */
export function SaveFailure({ error, typed, keys, onTake }: Props) {
  const t = useT();
  if (error instanceof ApiError && error.current) {
    const { current } = error;
    return <ConflictNotice current={current} typed={typed} keys={keys} onTake={() => onTake(current)} />;
  }
  const code = errorCode(error);
  if (code === "invalid") return null;
  return (
    <Notice>
      <p>{t.first([`error.${code}`, "error.internal"])}</p>
    </Notice>
  );
}
