import { useEffect, useRef } from "react";
import type { CollectionKey, Item } from "../../../api/types";
import { useT } from "../../../i18n/language";
import { Button } from "../../../ui/button";
import { Notice } from "../../../ui/notice";
import { SaveFailure } from "../draft/save-failure";
import { RestoredNotice } from "../form/restored-notice";
import type { useItem } from "./use-item";

type Props = { edit: ReturnType<typeof useItem>; item: Item | undefined; collection: CollectionKey };

/** Notices about an item: a restored draft, somebody else's save, the reason for a failed save. */
export function ItemNotices({ edit, item, collection }: Props) {
  const t = useT();
  const { restored, theirs, save, discard, bringBack } = edit;
  const top = useRef<HTMLDivElement>(null);

  // The button is at thumb height, but the error is above a long form.
  useEffect(() => {
    if (save.error) top.current?.scrollIntoView({ block: "center" });
  }, [save.error]);

  return (
    <div ref={top} className="grid gap-6 empty:hidden">
      {restored && theirs.length === 0 && <RestoredNotice onDiscard={discard} />}
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
      <SaveFailure
        error={save.error}
        theirs={item?.deletedAt ? [] : theirs}
        labelOf={({ key, lang, localized }) => {
          const label = t.first([`item.${collection}.${key}`]);
          return localized ? `${label} · ${t(`language.${lang}`)}` : label;
        }}
        onTake={discard}
      />
    </div>
  );
}
