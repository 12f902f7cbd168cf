import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { ClipboardList, Import, Plus } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Link, useLocation } from "react-router";
import { itemsQuery } from "../../../api/collections";
import type { Item } from "../../../api/types";
import { useLanguage, useT } from "../../../i18n/language";
import { cx } from "../../../lib/cx";
import { bringPath, newItemPath, pastePath } from "../../../paths";
import { Button, linkLook } from "../../../ui/button";
import { Empty } from "../../../ui/empty";
import { type Manager, type ManagerKey, managers } from "../collections";
import { SureDialog } from "../form/sure-dialog";
import { Frame } from "../frame/frame";
import { Pending } from "../frame/pending";
import { More } from "../ui/more";
import { textLook } from "../ui/text-button";
import { thumbBar } from "../ui/thumb-bar";
import { numberText } from "../values/number-text";
import { Bin } from "./bin";
import { ItemTable } from "./item-table";
import { titleOf } from "./item-title";
import { takeLeft } from "./left-item";
import { SeveralBar } from "./several-bar";
import { SiftTools } from "./sift-tools";
import { useBin } from "./use-bin";
import { type Sift, useSift } from "./use-sift";
import { useTrade } from "./use-trade";

/** Shorter lists need no search. */
const seenAtOnce = 12;

export function ItemList({ name }: { name: ManagerKey }) {
  const t = useT();
  const { collection } = managers[name];
  const sift = useSift(collection);
  const list = useInfiniteQuery({ ...itemsQuery(collection, sift.part), placeholderData: keepPreviousData });
  const { data } = list;

  return (
    <Frame title={t(`manager.${name}.title`)} back>
      {data ? (
        <Known
          name={name}
          items={data.pages.flatMap(({ items }) => items)}
          total={data.pages[0]?.total ?? 0}
          sift={sift}
          late={list.isPlaceholderData}
          more={<More list={list} />}
        />
      ) : (
        <Pending query={list} />
      )}
    </Frame>
  );
}

type Props = {
  name: ManagerKey;
  items: readonly Item[];
  total: number;
  sift: Sift;
  /** Shows the previous results while those of new filters are loading. */
  late: boolean;
  more: ReactNode;
};

function Known({ name, items, total, sift, late, more }: Props) {
  const { lang, t } = useLanguage();
  const location = useLocation() as { state: { from?: string } | null };
  const list = useRef<HTMLDivElement>(null);
  const [chosen, setChosen] = useState<Item | null>(null);
  const [several, setSeveral] = useState<ReadonlySet<string> | null>(null);
  const { remove, restore } = useBin(name);
  const trade = useTrade();
  const { collection, brings, quick }: Manager = managers[name];
  const choice = several && {
    has: (id: string) => several.has(id),
    toggle: (id: string) =>
      setSeveral(new Set(several.has(id) ? [...several].filter((other) => other !== id) : [...several, id])),
  };
  const [from] = useState(() => location.state?.from ?? takeLeft());

  // After leaving a form, focus the item's row.
  useEffect(() => {
    if (from) list.current?.querySelector<HTMLElement>(`[data-item="${CSS.escape(from)}"]`)?.focus();
  }, [from]);

  const confirm = (item: Item) => {
    setChosen(null);
    remove.mutate(item);
    list.current?.querySelector<HTMLElement>("[data-add]")?.focus();
  };

  const paste = quick && trade.chosen && (
    <Link to={pastePath(name)} className={cx(textLook, "justify-self-start")}>
      <ClipboardList size={20} />
      {t("paste.title")}
    </Link>
  );

  return (
    <>
      <div ref={list} className="grid grid-cols-1 gap-6 pb-20 lg:pb-8">
        {brings && (
          <Link to={bringPath(name)} className={cx(linkLook(), "justify-self-start")}>
            <Import size={20} />
            {t("bring.title")}
          </Link>
        )}
        {items.length > 0 || !sift.whole ? (
          <SiftTools
            collection={collection}
            sift={sift}
            long={total > seenAtOnce || !sift.whole || sift.text !== ""}
            choosing={several !== null}
            onChoose={() => setSeveral(several ? null : new Set())}
          >
            {paste}
          </SiftTools>
        ) : (
          paste
        )}
        {several ? (
          <SeveralBar name={name} items={items} chosen={several} onChoose={(ids) => setSeveral(new Set(ids))} />
        ) : (
          <div className={cx(thumbBar, "lg:static lg:bg-transparent lg:p-0 lg:*:flex-none")}>
            <Link to={newItemPath(name)} data-add="" className={linkLook("gold")}>
              <Plus size={20} />
              {t(`manager.${name}.add`)}
            </Link>
          </div>
        )}
        <p role="status" className="text-sm text-muted empty:hidden">
          {!sift.whole && !late && total > 0 && t("list.found", { count: numberText(lang, total) })}
        </p>
        {items.length > 0 ? (
          <ItemTable
            name={name}
            items={items}
            total={total}
            sifted={!sift.whole || late}
            choice={choice ?? undefined}
            onDelete={setChosen}
          />
        ) : (
          <Empty>
            {sift.whole ? t(`manager.${name}.empty`) : t("list.none")}
            {!sift.whole && <Button onClick={sift.clear}>{t("list.clear")}</Button>}
          </Empty>
        )}
        {more}
        <Bin name={name} busy={restore.isPending} onRestore={(item) => restore.mutate(item)} />
      </div>
      {chosen && (
        <SureDialog
          title={t("manager.delete.title", { title: titleOf(name, chosen, { lang, t }) })}
          text={t("manager.delete.description")}
          keep={t("manager.cancel")}
          action={t("manager.delete.confirm")}
          onSure={() => confirm(chosen)}
          onClose={() => setChosen(null)}
        />
      )}
    </>
  );
}
