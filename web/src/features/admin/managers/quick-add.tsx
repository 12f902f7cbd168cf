import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type Items, itemsQuery } from "../../../api/collections";
import type { Item, Trade } from "../../../api/types";
import { useT } from "../../../i18n/language";
import { editPath } from "../../../paths";
import { Dialog } from "../../../ui/dialog";
import { type ManagerKey, managers, type Quick } from "../collections";
import { useLeave } from "./left-item";
import { QuickForm } from "./quick-form";

type Props = { name: ManagerKey; quick: Quick; trade: Trade };

/** Adds items with a few inputs, one after the other. The trade fills in the rest. */
export function QuickAdd({ name, quick, trade }: Props) {
  const t = useT();
  const leave = useLeave(editPath(name));
  const { data, isLoading } = useInfiniteQuery(itemsQuery(managers[name].collection));
  const [known, setKnown] = useState<readonly Items[]>();
  const [made, setMade] = useState<readonly Item[]>([]);
  // While the list is loading again, what was in it stays on offer.
  if (data && data.pages !== known) setKnown(data.pages);
  // Without a connection, the form begins without the list.
  if (!data && !known && !isLoading) setKnown([]);
  return (
    <Dialog title={t(`manager.${name}.add`)} closeLabel={t("common.close")} onClose={() => leave(undefined)}>
      {known && (
        <QuickForm
          key={made.length}
          name={name}
          quick={quick}
          trade={trade}
          items={[...known.flatMap(({ items }) => items), ...made]}
          last={made.at(-1)}
          onSaved={(saved, next) => (next ? setMade([...made, saved]) : leave(saved.id))}
        />
      )}
    </Dialog>
  );
}
