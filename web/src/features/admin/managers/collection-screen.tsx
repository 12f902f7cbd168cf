import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link, useSearchParams } from "react-router";
import { itemQuery } from "../../../api/collections";
import { errorCode } from "../../../api/errors";
import { useT } from "../../../i18n/language";
import { editPath } from "../../../paths";
import { type ManagerKey, managers } from "../collections";
import { Frame } from "../frame/frame";
import { Pending } from "../frame/pending";
import { ItemForm } from "./item-form";
import { ItemList } from "./item-list";
import type { ShownItem } from "./item-preview";

type Props = { name: ManagerKey; preview: ((item: ShownItem) => ReactNode) | undefined };

/** A list manager: the list, or the form of the item its address names. */
export function CollectionScreen({ name, preview }: Props) {
  const [search] = useSearchParams();
  const id = search.get("item");
  if (search.has("new")) return <ItemForm key="" name={name} item={undefined} preview={preview} />;
  return id === null ? <ItemList name={name} /> : <StoredItem key={id} id={id} name={name} preview={preview} />;
}

function StoredItem({ id, name, preview }: Props & { id: string }) {
  const t = useT();
  const { data, error, refetch } = useQuery(itemQuery(managers[name].collection, id));
  if (data) return <ItemForm name={name} item={data} preview={preview} />;
  if (!error || errorCode(error) !== "not_found") {
    return (
      <Frame title={t(`manager.${name}.title`)} back>
        <Pending query={{ error, refetch }} />
      </Frame>
    );
  }
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
