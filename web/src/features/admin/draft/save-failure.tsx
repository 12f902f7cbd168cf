import { errorCode } from "../../../api/errors";
import { useT } from "../../../i18n/language";
import { Button } from "../../../ui/button";
import { Notice } from "../../../ui/notice";
import { SanitisedHtml } from "../../../ui/sanitised-html";
import type { Place } from "../values/texts";
import type { Theirs } from "./draft";

type Props = {
  error: Error | null;
  theirs: readonly Theirs[];
  labelOf: (place: Place) => string;
  onTake: () => void;
};

/** Explains why a save failed and what to do. Validation issues are shown at their inputs. */
export function SaveFailure({ error, theirs, labelOf, onTake }: Props) {
  const t = useT();
  const code = error && errorCode(error);
  if (theirs.length > 0) return <Conflict theirs={theirs} labelOf={labelOf} onTake={onTake} />;
  if (!code || code === "invalid" || code === "conflict") return null;
  return (
    <Notice>
      <p>{t.first([`error.${code}`, "error.internal"])}</p>
    </Notice>
  );
}

/** Shows what somebody else saved meanwhile. The typed text stays until the owner decides. */
function Conflict({ theirs, labelOf, onTake }: Omit<Props, "error">) {
  const t = useT();
  return (
    <Notice>
      <p>
        {t("error.conflict")} {t("admin.conflict.next")}
      </p>
      <p className="text-sm font-semibold">{t("admin.conflict.newer")}</p>
      {theirs.map(({ place, text }) => (
        <div key={place.lang + place.key}>
          <p className="text-sm text-muted empty:hidden">{labelOf(place)}</p>
          {place.rule.kind === "html" ? (
            <SanitisedHtml html={text} lang={place.lang} className="max-h-60 overflow-y-auto" />
          ) : (
            <p lang={place.lang} className="whitespace-pre-line wrap-anywhere">
              {text}
            </p>
          )}
        </div>
      ))}
      <div>
        <Button onClick={onTake}>{t("admin.conflict.take")}</Button>
      </div>
    </Notice>
  );
}
