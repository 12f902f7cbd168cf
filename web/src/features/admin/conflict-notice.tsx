import type { FieldKey, StoredSite } from "../../api/types";
import { useT } from "../../i18n/language";
import { langs } from "../../lib/lang";
import { Button } from "../../ui/button";
import { Notice } from "../../ui/notice";
import { draftOf } from "./draft";

type Props = { current: StoredSite; keys: readonly FieldKey[]; onTake: () => void };

/** Shows what somebody else saved meanwhile; what is typed stays until the owner decides. */
export function ConflictNotice({ current, keys, onTake }: Props) {
  const t = useT();
  const newer = draftOf(current, keys);
  const texts = langs.flatMap((lang) => keys.map((key) => ({ lang, key, text: newer[lang][key] })));
  return (
    <Notice>
      <p>
        {t("error.conflict")} {t("admin.conflict.next")}
      </p>
      <div>
        <p className="text-sm font-semibold">{t("admin.conflict.newer")}</p>
        {texts.map(({ lang, key, text }) =>
          text ? (
            <p key={lang + key} lang={lang} className="whitespace-pre-line wrap-anywhere">
              {text}
            </p>
          ) : null,
        )}
      </div>
      <div>
        <Button onClick={onTake}>{t("admin.conflict.take")}</Button>
      </div>
    </Notice>
  );
}
