import { useQuery } from "@tanstack/react-query";
import { ArrowDown, ArrowUp, Eye, EyeOff, Pencil, Trash2 } from "lucide-react";
import type { CSSProperties, ReactNode, Ref } from "react";
import { Link } from "react-router";
import { storedSiteQuery } from "../../../api/queries";
import type { Item } from "../../../api/types";
import { useLanguage } from "../../../i18n/language";
import { cx } from "../../../lib/cx";
import { editItemPath } from "../../../paths";
import { type ItemField, kindIn, type Manager, type ManagerKey, managers, ruleOf, traitsOf } from "../collections";
import { useOffered } from "../form/use-primary";
import { IconButton, iconButtonLook } from "../ui/icon-button";
import { dayText } from "../values/days";
import { textOf } from "../values/item-text";
import { priceText } from "../values/price";
import { isOwned } from "../values/samples";
import { nowInIndia } from "../values/wall-clock";
import { BlockChips } from "./block-chips";
import { ItemThumb } from "./item-thumb";
import { titleOf } from "./item-title";
import { publicFrom, publishState } from "./publishing";
import { StateChip } from "./state-chip";
import { useShown } from "./use-shown";

/** The selected rows, while several are being selected. */
export type Choice = { has: (id: string) => boolean; toggle: (id: string) => void };

export type Move = { index: number; count: number; to: (index: number) => void };

type Props = {
  name: ManagerKey;
  item: Item;
  onDelete: (item: Item) => void;
  choice?: Choice | undefined;
  move?: Move | undefined;
  /** The drag handle. */
  handle?: ReactNode;
  rowRef?: Ref<HTMLTableRowElement>;
  style?: CSSProperties;
  lifted?: boolean;
};

/** On a phone cells are stacked; a short last cell is beside the actions. */
const cell =
  "col-span-2 block lg:table-cell lg:border-b lg:border-line lg:px-4 lg:py-2 lg:align-middle lg:in-[tr:last-child]:border-b-0";
const short = "nth-last-2:col-span-1";

export function ItemRow({ name, item, onDelete, choice, move, handle, rowRef, style, lifted }: Props) {
  const { lang, t } = useLanguage();
  const manager: Manager = managers[name];
  const { collection, columns } = manager;
  const { drafts, scheduled, kind, builtIn } = traitsOf(collection);
  const hideable = drafts && !scheduled;
  const title = titleOf(name, item, { lang, t });
  const missing = useOffered().filter((code) => item.missing?.includes(code));

  const shown = (field: ItemField) => {
    const text = textOf(item, field, lang);
    const { kind } = ruleOf(collection, field);
    if (kind === "price") return priceText(t, lang, text);
    return kind === "date" || kind === "month" ? dayText(t, text) : text;
  };
  const isLong = (field: ItemField) => ruleOf(collection, field).kind === "multiline";

  return (
    <tr
      ref={rowRef}
      style={style}
      className={cx(
        "relative grid grid-cols-[1fr_auto] items-center bg-white p-4 pb-2 lg:table-row lg:p-0",
        kind && "px-3 pt-3 pb-0",
        lifted && "z-10 shadow-lift",
      )}
    >
      <th scope="row" className={cx(cell, "text-left font-normal lg:min-w-64")}>
        <div className={cx("flex items-start gap-2 lg:items-center", kind && "flex-wrap items-center")}>
          {handle}
          {choice && <ChoiceBox id={item.id} title={title} choice={choice} />}
          <ItemThumb name={name} item={item} />
          <div className="min-w-0 flex-1 wrap-anywhere">
            <OpeningTitle name={name} item={item} title={title} />
            {item.sample && <SampleChip />}
            {hideable && !kind && !item.published && <HiddenChip />}
            {kind && <p className="text-sm text-muted">{t.first([`block.kind.${kindIn(collection, item.values)}`])}</p>}
            {missing.length > 0 && (
              <p className="text-sm text-muted">
                {t("manager.untranslated")} {missing.map((code) => t(`language.${code}`)).join(", ")}
              </p>
            )}
          </div>
          {kind && !choice && <EyeButton name={name} item={item} title={title} />}
          {kind && <BlockChips item={item} />}
        </div>
      </th>
      {columns.map((field) => (
        <td key={field} className={cx(cell, "text-sm text-muted", !isLong(field) && short)}>
          <span className={isLong(field) ? "line-clamp-2" : "lg:whitespace-nowrap"}>{shown(field)}</span>
        </td>
      ))}
      {scheduled && (
        <td className={cx(cell, short)}>
          <StateChip state={publishState(item.published, publicFrom(collection, item.values), nowInIndia())} />
        </td>
      )}
      <td className={cx(cell, "last:col-start-2 last:col-span-1 lg:w-px")}>
        <div
          inert={choice !== undefined}
          className="flex flex-wrap items-center justify-end inert:invisible lg:flex-nowrap"
        >
          {hideable && !kind && <EyeButton name={name} item={item} title={title} />}
          {move && <MoveButtons id={item.id} title={title} {...move} />}
          {!kind && (
            <Link
              to={editItemPath(name, item.id)}
              data-item={item.id}
              aria-label={t("manager.actions.edit", { title })}
              title={t("manager.actions.edit", { title })}
              className={iconButtonLook}
            >
              <Pencil size={20} />
            </Link>
          )}
          {!builtIn.includes(kindIn(collection, item.values)) && (
            <IconButton icon={Trash2} label={t("manager.actions.delete", { title })} onClick={() => onDelete(item)} />
          )}
        </div>
      </td>
    </tr>
  );
}

type Named = { name: ManagerKey; item: Item; title: string };

/** Marks a sample item. Once the site has its owner's name, visitors do not see samples. */
function SampleChip() {
  const { t } = useLanguage();
  const stored = useQuery(storedSiteQuery).data;
  return (
    <p className="inline-block rounded-full border border-line bg-ivory px-2.5 py-0.5 text-sm font-semibold text-gold-ink">
      {t(stored && isOwned(stored) ? "samples.chip.hidden" : "samples.chip")}
    </p>
  );
}

/** In lists without an Edit button the title is the link to the form and is labelled accordingly. */
function OpeningTitle({ name, item, title }: Named) {
  const { t } = useLanguage();
  const alone = traitsOf(managers[name].collection).kind && {
    "data-item": item.id,
    "aria-label": t("manager.actions.edit", { title }),
  };
  return (
    <p className="font-semibold">
      <Link to={editItemPath(name, item.id)} {...(alone || {})} className="flex min-h-11 items-center hover:underline">
        <span className="line-clamp-2">{title}</span>
      </Link>
    </p>
  );
}

function HiddenChip() {
  const { t } = useLanguage();
  return (
    <p className="inline-flex items-center gap-1 rounded-full border border-edge bg-mist px-2.5 py-0.5 text-sm font-semibold text-muted">
      <EyeOff size={14} />
      {t("shown.draft")}
    </p>
  );
}

function ChoiceBox({ id, title, choice }: { id: string; title: string; choice: Choice }) {
  return (
    <label className="grid size-11 shrink-0 cursor-pointer place-content-center">
      <input
        type="checkbox"
        aria-label={title}
        checked={choice.has(id)}
        onChange={() => choice.toggle(id)}
        className="size-5 accent-gold-ink"
      />
    </label>
  );
}

function EyeButton({ name, item, title }: Named) {
  const { t } = useLanguage();
  const toggle = useShown(name);
  return (
    <IconButton
      icon={item.published ? Eye : EyeOff}
      label={t("shown.toggle", { title })}
      aria-pressed={item.published}
      disabled={toggle.isPending}
      onClick={() => toggle.mutate(item)}
    />
  );
}

/** Stays in place at both ends of the list, so that the owner can keep clicking. */
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
