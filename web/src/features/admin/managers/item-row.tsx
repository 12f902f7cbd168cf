import { useQuery } from "@tanstack/react-query";
import { ArrowDown, ArrowUp, Ellipsis, Eye, EyeOff, Languages, Pencil, Trash2 } from "lucide-react";
import { type CSSProperties, type ReactNode, type Ref, useId } from "react";
import { Link } from "react-router";
import { storedSiteQuery } from "../../../api/queries";
import type { Item } from "../../../api/types";
import { useLanguage } from "../../../i18n/language";
import { cx } from "../../../lib/cx";
import type { Lang } from "../../../lib/lang";
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

/** The row whose actions are open on a phone. */
export type Opened = { id: string | undefined; toggle: (id: string) => void };

export type Move = { index: number; count: number; to: (index: number) => void };

type Props = {
  name: ManagerKey;
  item: Item;
  onDelete: (item: Item) => void;
  choice?: Choice | undefined;
  opened: Opened;
  move?: Move | undefined;
  /** The drag handle. */
  handle?: ReactNode;
  rowRef?: Ref<HTMLTableRowElement>;
  style?: CSSProperties;
  lifted?: boolean;
};

const cell =
  "lg:table-cell lg:border-b lg:border-line lg:px-4 lg:py-2 lg:align-middle lg:in-[tr:last-child]:border-b-0";

export function ItemRow({ name, item, onDelete, choice, opened, move, handle, rowRef, style, lifted }: Props) {
  const { lang, t } = useLanguage();
  const manager: Manager = managers[name];
  const { collection, columns, under, side } = manager;
  const { drafts, scheduled, kind, builtIn } = traitsOf(collection);
  const hideable = drafts && !scheduled;
  const title = titleOf(name, item, { lang, t });
  const kindName = kind && t.first([`block.kind.${kindIn(collection, item.values)}`]);
  const isOpen = opened.id === item.id;
  const actions = useId();
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
        "relative grid grid-cols-[minmax(0,1fr)_auto_auto] items-center bg-white px-3 lg:table-row lg:p-0",
        kind ? "pt-3" : "min-h-16 gap-x-2 py-2.5",
        lifted && "z-10 shadow-lift",
      )}
    >
      <th
        scope="row"
        className={cx(
          cell,
          "text-left font-normal wrap-break-word lg:min-w-64",
          kind && "col-span-2 block",
          !side && "max-lg:nth-last-2:col-span-2",
        )}
      >
        <div className="flex flex-wrap items-center gap-2 lg:flex-nowrap">
          {handle}
          {choice && <ChoiceBox id={item.id} title={title} choice={choice} />}
          <ItemThumb name={name} item={item} />
          <div className={cx("min-w-0 flex-1", !kind && "basis-16")}>
            <OpeningTitle name={name} item={item} title={title} />
            <div className="flex flex-wrap gap-x-2">
              {under && shown(under) && <p className="text-sm text-muted">{shown(under)}</p>}
              {missing.length > 0 && <Untranslated missing={missing} short={!kind} />}
            </div>
            {item.sample && <SampleChip />}
            {hideable && !kind && !item.published && <HiddenChip />}
            {kindName && kindName !== title && <p className="text-sm text-muted">{kindName}</p>}
          </div>
          {kind && !choice && <EyeButton name={name} item={item} title={title} />}
          {kind && <BlockChips item={item} />}
        </div>
      </th>
      {columns.map((field) => (
        <td
          key={field}
          className={cx(
            cell,
            field === side
              ? "font-semibold max-lg:max-w-[min(6rem,26vw)] max-lg:text-right lg:text-sm"
              : "text-sm text-muted max-lg:hidden",
          )}
        >
          <span className={isLong(field) ? "line-clamp-2" : "lg:whitespace-nowrap"}>{shown(field)}</span>
        </td>
      ))}
      {scheduled && (
        <td className={cell}>
          <StateChip state={publishState(item.published, publicFrom(collection, item.values), nowInIndia())} />
        </td>
      )}
      <td className={cx(cell, kind ? "block" : "contents", "lg:w-px")}>
        {!kind && !choice && (
          <IconButton
            icon={Ellipsis}
            label={t("manager.actions.more", { title })}
            aria-expanded={isOpen}
            aria-controls={actions}
            onClick={() => opened.toggle(item.id)}
            className="z-1 -mr-2 lg:hidden"
          />
        )}
        <div
          id={actions}
          inert={choice !== undefined}
          className={cx(
            "z-1 flex flex-wrap items-center justify-end inert:invisible lg:flex-nowrap",
            !kind && "max-lg:col-span-full",
            !kind && !isOpen && "max-lg:hidden",
          )}
        >
          {hideable && !kind && <EyeButton name={name} item={item} title={title} />}
          {move && <MoveButtons id={item.id} title={title} {...move} />}
          {!kind && (
            <Link
              to={editItemPath(name, item.id)}
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

/** Opens the form. In lists without an Edit button the link is labelled accordingly. */
function OpeningTitle({ name, item, title }: Named) {
  const { t } = useLanguage();
  const alone = Boolean(traitsOf(managers[name].collection).kind);
  return (
    <p className="font-semibold">
      <Link
        to={editItemPath(name, item.id)}
        data-item={item.id}
        aria-label={alone ? t("manager.actions.edit", { title }) : undefined}
        className={cx("hover:underline", alone ? "flex min-h-11 items-center" : "-my-2.5 block py-2.5")}
      >
        <span className={alone ? "line-clamp-2" : ""}>{title}</span>
      </Link>
    </p>
  );
}

/** Names the languages without a translation. On a phone their codes have to do. */
function Untranslated({ missing, short }: { missing: readonly Lang[]; short: boolean }) {
  const { t } = useLanguage();
  return (
    <p className="text-sm text-muted">
      <span className={short ? "max-lg:sr-only" : ""}>
        {t("manager.untranslated")} {missing.map((code) => t(`language.${code}`)).join(", ")}
      </span>
      {short && (
        <span aria-hidden="true" className="flex items-center gap-1 uppercase lg:hidden">
          <Languages size={14} />
          {missing.join(" · ")}
        </span>
      )}
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
