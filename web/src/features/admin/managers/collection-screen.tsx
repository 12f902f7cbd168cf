import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link, useSearchParams } from "react-router";
import { itemsQuery } from "../../../api/collections";
import { errorCode } from "../../../api/errors";
import { useT } from "../../../i18n/language";
import { editPath } from "../../../paths";
import { type Manager, type ManagerKey, managers } from "../collections";
import { Frame } from "../frame/frame";
import { Skeleton } from "../frame/skeleton";
import { Unreachable } from "../frame/unreachable";
import { ItemForm } from "./item-form";
import { ItemList } from "./item-list";
import type { ShownItem } from "./item-preview";

type Props = { name: ManagerKey; preview: ((item: ShownItem) => ReactNode) | undefined };

/** A list manager: the list, or the form of the item its address names. */
export function CollectionScreen({ name, preview }: Props) {
  const t = useT();
  const [search] = useSearchParams();
  const manager: Manager = managers[name];
  const stored = useQuery(itemsQuery(manager.collection));
  const id = search.get("item");

  if (!stored.data) {
    return (
      <Frame title={t(`manager.${name}.title`)} back>
        {stored.error ? (
          <Unreachable code={errorCode(stored.error)} onRetry={() => void stored.refetch()} />
        ) : (
          <Skeleton label={t("common.loading")} />
        )}
      </Frame>
    );
  }
  if (search.has("new")) return <ItemForm key="" name={name} item={undefined} preview={preview} />;
  if (id === null) return <ItemList name={name} {...stored.data} />;
  const item = [...stored.data.items, ...stored.data.bin].find((item) => item.id === id);
  if (item) return <ItemForm key={id} name={name} item={item} preview={preview} />;
  return (
    <Frame title={t(`manager.${name}.edit`)} back>
      <p className="text-muted">{t("error.not_found")}</p>
      <p>
        <Link to={editPath(name)} className="inline-flex min-h-11 items-center font-semibold text-gold-ink underline">
          {t(`manager.${name}.title`)}
        </Link>
      </p>
    </Frame>
  );
}
