import { useEffect, useRef } from "react";
import { errorCode } from "../../../api/errors";
import type { CollectionKey, Item } from "../../../api/types";
import { useT } from "../../../i18n/language";
import { Button } from "../../../ui/button";
import { Notice } from "../../../ui/notice";
import { SanitisedHtml } from "../../../ui/sanitised-html";
import { RestoredNotice } from "../form/restored-notice";
import { differences, draftOf, type ItemDraft } from "./item-draft";
import type { useItem } from "./use-item";

type Props = { edit: ReturnType<typeof useItem>; item: Item | undefined; collection: CollectionKey };

/** What the owner must know of this item before going on: text brought back, somebody else's save, why a save failed. */
export function ItemNotices({ edit, item, collection }: Props) {
  const t = useT();
  const { restored, newer, save, lender, lend, discard, bringBack } = edit;
  const code = save.error && errorCode(save.error);
  const top = useRef<HTMLDivElement>(null);

  // The button is under the thumb, what it said is above a long form.
  useEffect(() => {
    if (save.error) top.current?.scrollIntoView({ block: "center" });
  }, [save.error]);

  return (
    <div ref={top} className="grid gap-6 empty:hidden">
      {restored && !newer && <RestoredNotice onDiscard={discard} />}
      {item?.deletedAt && (
        <Notice>
          <p>{t("manager.gone")}</p>
          <div>
            <Button disabled={bringBack.isPending} onClick={() => bringBack.mutate(item.id)}>
              {t("manager.bin.restore")}
            </Button>
          </div>
        </Notice>
      )}
      {newer && !item?.deletedAt && (
        <Newer collection={collection} item={newer.item} before={newer.before} onTake={discard} />
      )}
      {lender && (
        <Notice>
          <p>{t("item.base.missing", { language: t(`language.${lender}`) })}</p>
          <div>
            <Button data-lend="" disabled={save.isPending} onClick={lend}>
              {t("item.base.use")}
            </Button>
          </div>
        </Notice>
      )}
      {code && code !== "invalid" && code !== "conflict" && (
        <Notice>
          <p>{t.first([`error.${code}`, "error.internal"])}</p>
        </Notice>
      )}
    </div>
  );
}

type NewerProps = { collection: CollectionKey; item: Item; before: ItemDraft; onTake: () => void };

/** What somebody else changed meanwhile; what is typed stays until the owner decides. */
function Newer({ collection, item, before, onTake }: NewerProps) {
  const t = useT();
  const after = draftOf(collection, item);
  return (
    <Notice>
      <p>
        {t("error.conflict")} {t("admin.conflict.next")}
      </p>
      <p className="text-sm font-semibold">{t("admin.conflict.newer")}</p>
      <dl className="grid gap-3">
        {differences(collection, after, before).map(({ field, rule, lang }) => {
          const text = after.texts[lang][field] ?? "";
          return (
            <div key={lang + field}>
              <dt className="text-sm text-muted">
                {t.first([`item.${collection}.${field}`])}
                {rule.localized && ` · ${t(`language.${lang}`)}`}
              </dt>
              <dd lang={lang} className="whitespace-pre-line wrap-anywhere">
                {rule.kind === "html" ? <SanitisedHtml html={text} className="max-h-60 overflow-y-auto" /> : text}
              </dd>
            </div>
          );
        })}
      </dl>
      <div>
        <Button onClick={onTake}>{t("admin.conflict.take")}</Button>
      </div>
    </Notice>
  );
}
