import { ArrowDown, ArrowUp, Pencil, Trash2 } from "lucide-react";
import type { CSSProperties, ReactNode, Ref } from "react";
import { Link } from "react-router";
import type { Item } from "../../../api/types";
import { useLanguage } from "../../../i18n/language";
import { cx } from "../../../lib/cx";
import { langs } from "../../../lib/lang";
import { editItemPath } from "../../../paths";
import { type ItemField, type Manager, type ManagerKey, managers, ruleOf, traitsOf } from "../collections";
import { IconButton, iconButtonLook } from "../ui/icon-button";
import { dayText, today } from "../values/days";
import { typedText } from "./item-draft";
import { textOf, titleOf } from "./item-title";
import { publishState } from "./publishing";
import { StateChip } from "./state-chip";

export type Move = { index: number; count: number; to: (index: number) => void };

type Props = {
  name: ManagerKey;
  item: Item;
  onDelete: (item: Item) => void;
  move?: Move | undefined;
  /** Where one drags it. */
  handle?: ReactNode;
  rowRef?: Ref<HTMLTableRowElement>;
  style?: CSSProperties;
  lifted?: boolean;
};

/** On a phone cells stand below each other; what comes last stands beside the actions where it is short. */
const cell =
  "col-span-2 block lg:table-cell lg:border-b lg:border-line lg:px-4 lg:py-2 lg:align-middle lg:in-[tr:last-child]:border-b-0";
const short = "nth-last-2:col-span-1";

export function ItemRow({ name, item, onDelete, move, handle, rowRef, style, lifted }: Props) {
  const { lang, t } = useLanguage();
  const manager: Manager = managers[name];
  const { collection, columns } = manager;
  const { drafts, scheduled } = traitsOf(collection);
  const title = titleOf(name, item, lang);
  const missing = langs.filter((code) => item.missing?.includes(code));

  const shown = (field: ItemField) => {
    const text = textOf(item, field, lang);
    const { kind } = ruleOf(collection, field);
    return kind === "date" || kind === "month" ? dayText(t, text) : text;
  };
  const isLong = (field: ItemField) => ruleOf(collection, field).kind === "multiline";

  return (
    <tr
      ref={rowRef}
      style={style}
      className={cx(
        "relative grid grid-cols-[1fr_auto] items-center bg-white p-4 pb-2 lg:table-row lg:p-0",
        lifted && "z-10 shadow-lift",
      )}
    >
      <th scope="row" className={cx(cell, "text-left font-normal lg:min-w-64")}>
        <div className="flex items-start gap-2 lg:items-center">
          {handle}
          <div className="min-w-0 flex-1 wrap-anywhere">
            <p className="font-semibold">{title}</p>
            {missing.length > 0 && (
              <p className="text-sm text-muted">
                {t("manager.untranslated")} {missing.map((code) => t(`language.${code}`)).join(", ")}
              </p>
            )}
          </div>
        </div>
      </th>
      {columns.map((field) => (
        <td key={field} className={cx(cell, "text-sm text-muted", !isLong(field) && short)}>
          <span className={isLong(field) ? "line-clamp-2" : "lg:whitespace-nowrap"}>{shown(field)}</span>
        </td>
      ))}
      {drafts && (
        <td className={cx(cell, short)}>
          <StateChip
            state={publishState(item.published, scheduled ? typedText(item.values[scheduled]) : "", today())}
          />
        </td>
      )}
      <td className={cx(cell, "last:col-start-2 last:col-span-1 lg:w-px")}>
        <div className="flex flex-wrap items-center justify-end lg:flex-nowrap">
          {move && <MoveButtons id={item.id} title={title} {...move} />}
          <Link
            to={editItemPath(name, item.id)}
            data-item={item.id}
            aria-label={t("manager.actions.edit", { title })}
            title={t("manager.actions.edit", { title })}
            className={iconButtonLook}
          >
            <Pencil size={20} />
          </Link>
          <IconButton icon={Trash2} label={t("manager.actions.delete", { title })} onClick={() => onDelete(item)} />
        </div>
      </td>
    </tr>
  );
}

/** They stay where they are at either end, so that a row of presses is not interrupted. */
function MoveButtons({ id, title, index, count, to }: Move & { id: string; title: string }) {
  const { t } = useLanguage();
  return (
    <>
      <IconButton
        icon={ArrowUp}
        label={t("manager.order.up", { title })}
        data-up={id}
        aria-disabled={index === 0}
        onClick={() => to(index - 1)}
      />
      <IconButton
        icon={ArrowDown}
        label={t("manager.order.down", { title })}
        data-down={id}
        aria-disabled={index === count - 1}
        onClick={() => to(index + 1)}
      />
    </>
  );
}
