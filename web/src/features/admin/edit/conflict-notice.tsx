import type { FieldKey, StoredSite } from "../../../api/types";
import { useT } from "../../../i18n/language";
import { Button } from "../../../ui/button";
import { Notice } from "../../../ui/notice";
import { differing, type Texts, textsOf } from "../values/texts";

type Props = { current: StoredSite; typed: Texts; keys: readonly FieldKey[]; onTake: () => void };

/** Shows what somebody else saved meanwhile; what is typed stays until the owner decides. */
export function ConflictNotice({ current, typed, keys, onTake }: Props) {
  const t = useT();
  const newer = textsOf(current, keys);
  const replaced = differing(newer, typed, keys).filter(({ key, lang }) => newer[lang][key]);
  return (
    <Notice>
      <p>
        {t("error.conflict")} {t("admin.conflict.next")}
      </p>
      <div className="grid gap-2">
        <p className="text-sm font-semibold">{t("admin.conflict.newer")}</p>
        {replaced.map(({ lang, key }) => (
          <div key={lang + key}>
            {keys.length > 1 && <p className="text-sm text-muted">{t.first([`field.${key}.label`])}</p>}
            <p lang={lang} className="whitespace-pre-line wrap-anywhere">
              {newer[lang][key]}
            </p>
          </div>
        ))}
      </div>
      <div>
        <Button onClick={onTake}>{t("admin.conflict.take")}</Button>
      </div>
    </Notice>
  );
}
