import { useQuery } from "@tanstack/react-query";
import { Link, useSearchParams } from "react-router";
import { itemQuery } from "../../../api/collections";
import { errorCode } from "../../../api/errors";
import { storedSiteQuery } from "../../../api/queries";
import { useT } from "../../../i18n/language";
import { editPath } from "../../../paths";
import { kindIn, kindsToAdd, type Manager, type ManagerKey, managers } from "../collections";
import { Frame } from "../frame/frame";
import { Pending } from "../frame/pending";
import { BringScreen } from "./bring-screen";
import { ItemForm } from "./item-form";
import { ItemList } from "./item-list";
import type { ItemPreviewOf } from "./item-preview";
import { KindChoice } from "./kind-choice";
import { PasteScreen } from "./paste-screen";
import { QuickAdd } from "./quick-add";
import { useTrade } from "./use-trade";

type Props = { name: ManagerKey; preview: ItemPreviewOf };

/** A list manager: the list, or the form of the item in the URL. */
export function CollectionScreen({ name, preview }: Props) {
  const t = useT();
  const [search] = useSearchParams();
  const id = search.get("item");
  const { brings, quick }: Manager = managers[name];
  const trade = useTrade();
  if (brings && search.has("bring")) return <BringScreen name={name} />;
  if (quick && (search.has("new") || search.has("paste"))) {
    if (trade.isPending) {
      return (
        <Frame title={t(`manager.${name}.add`)} back>
          <Pending query={trade} />
        </Frame>
      );
    }
    if (trade.chosen && search.has("paste")) return <PasteScreen name={name} quick={quick} trade={trade.chosen} />;
  }
  if (search.has("new") && !(quick && trade.chosen)) {
    const kind = search.get("new") ?? "";
    const kinds = kindsToAdd(managers[name].collection);
    if (kinds.length > 0 && !kinds.includes(kind)) return <KindChoice name={name} kinds={kinds} />;
    return <NewItem key={kind} name={name} kind={kind} preview={preview} />;
  }
  if (id !== null) return <StoredItem key={id} id={id} name={name} preview={preview} />;
  return (
    <>
      <ItemList name={name} />
      {search.has("new") && quick && trade.chosen && <QuickAdd name={name} quick={quick} trade={trade.chosen} />}
    </>
  );
}

function NewItem({ kind, name, preview }: Props & { kind: string }) {
  const t = useT();
  const { signedBy }: Manager = managers[name];
  const site = useQuery(storedSiteQuery);
  // The owner's name on articles must be known when the form begins. Without a connection, it begins without.
  if (!signedBy || !site.isLoading) return <ItemForm name={name} item={undefined} kind={kind} preview={preview} />;
  return (
    <Frame title={t(`manager.${name}.add`)} back>
      <Pending query={site} />
    </Frame>
  );
}

function StoredItem({ id, name, preview }: Props & { id: string }) {
  const t = useT();
  const { data, error, refetch } = useQuery(itemQuery(managers[name].collection, id));
  const { collection } = managers[name];
  if (data) return <ItemForm name={name} item={data} kind={kindIn(collection, data.values)} preview={preview} />;
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
