import { Eye, EyeOff, Trash2 } from "lucide-react";
import { useState } from "react";
import type { Deed } from "../../../api/collections";
import type { Item } from "../../../api/types";
import { useLanguage } from "../../../i18n/language";
import { cx } from "../../../lib/cx";
import { Button } from "../../../ui/button";
import { kindIn, type ManagerKey, managers, traitsOf } from "../collections";
import { SureDialog } from "../form/sure-dialog";
import { thumbBar } from "../ui/thumb-bar";
import { numberText } from "../values/number-text";
import { useSeveral } from "./use-several";

type Props = {
  name: ManagerKey;
  items: readonly Item[];
  chosen: ReadonlySet<string>;
  onChoose: (ids: readonly string[]) => void;
};

/** Actions for the selected items. */
export function SeveralBar({ name, items, chosen, onChoose }: Props) {
  const { lang, t } = useLanguage();
  const [asked, setAsked] = useState(false);
  const several = useSeveral(name);
  const { collection } = managers[name];
  const { drafts, builtIn } = traitsOf(collection);
  const picked = items.filter(({ id }) => chosen.has(id));
  const deletable = picked.filter(({ values }) => !builtIn.includes(kindIn(collection, values)));
  const counted = (all: readonly Item[]) => ({ count: numberText(lang, all.length) });

  const run = (deed: Deed, all: readonly Item[]) => {
    setAsked(false);
    several.mutate({ deed, ids: all.map(({ id }) => id) }, { onSuccess: () => onChoose([]) });
  };
  const busy = several.isPending || picked.length === 0;
  const leftOut = deletable.length < picked.length ? ` ${t("several.builtIn")}` : "";

  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <label className="flex min-h-11 cursor-pointer items-center gap-3 font-semibold">
          <input
            type="checkbox"
            className="size-5 accent-gold-ink"
            checked={items.length > 0 && picked.length === items.length}
            onChange={(event) => onChoose(event.target.checked ? items.map(({ id }) => id) : [])}
          />
          {t("several.all", counted(items))}
        </label>
        <p role="status" className="text-muted">
          {t("several.count", counted(picked))}
        </p>
      </div>
      <div className={cx(thumbBar, "lg:static lg:bg-transparent lg:p-0 lg:*:flex-none")}>
        {drafts && (
          <>
            <Button disabled={busy} onClick={() => run("show", picked)}>
              <Eye size={18} />
              {t("several.show")}
            </Button>
            <Button disabled={busy} onClick={() => run("hide", picked)}>
              <EyeOff size={18} />
              {t("several.hide")}
            </Button>
          </>
        )}
        <Button tone="danger" disabled={busy || deletable.length === 0} onClick={() => setAsked(true)}>
          <Trash2 size={18} />
          {t("manager.delete.confirm")}
        </Button>
      </div>
      {asked && (
        <SureDialog
          title={t("several.delete.title", counted(deletable))}
          text={t("several.delete.text") + leftOut}
          keep={t("manager.cancel")}
          action={t("manager.delete.confirm")}
          onSure={() => run("delete", deletable)}
          onClose={() => setAsked(false)}
        />
      )}
    </>
  );
}
