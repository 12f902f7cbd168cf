import { Pencil } from "lucide-react";
import { useId, useState } from "react";
import type { Trade } from "../../../api/types";
import { useLanguage, useT } from "../../../i18n/language";
import { cx } from "../../../lib/cx";
import { Field } from "../../../ui/field";
import { Notice } from "../../../ui/notice";
import { TextInput } from "../../../ui/text-input";
import { type ManagerKey, managers, type Quick, ruleOf, traitsOf } from "../collections";
import { SaveBar } from "../form/save-bar";
import { useWriting } from "../form/use-primary";
import { inputOf } from "../kinds/kinds";
import { IconButton } from "../ui/icon-button";
import { Note } from "../ui/note";
import { TextButton } from "../ui/text-button";
import { numberText } from "../values/number-text";
import { priceText } from "../values/price";
import { asItem, groupsOf, isReady, type PastedList, type PastedRow } from "./pasted";
import { usePaste } from "./use-paste";

type Props = {
  name: ManagerKey;
  quick: Quick;
  trade: Trade;
  list: PastedList;
  onChange: (changes: Partial<PastedList>) => void;
  onAdded: () => void;
};

/** What was understood of a price list. Each line can be changed or left out before all are added in one step. */
export function PasteList({ name, quick, trade, list, onChange, onAdded }: Props) {
  const { lang, t } = useLanguage();
  const { rows, headings, rest, tried } = list;
  const { add, refused, reason } = usePaste({
    name,
    quick,
    trade,
    tried,
    onTry: (tried) => onChange({ tried }),
    onAdded,
  });
  const chosen = rows.filter((row) => row.ticked && isReady(row));
  const unread = rows.filter((row) => !isReady(row)).length;
  const number = (count: number) => ({ count: numberText(lang, count) });
  const change = (key: number, changes: Partial<PastedRow>) => {
    add.reset();
    onChange({ rows: rows.map((row) => (row.key === key ? { ...row, ...changes } : row)) });
  };
  const sections = groupsOf(list).map((group) => ({
    group,
    heading: headings.find(({ title }) => title === group),
    members: rows.filter((row) => row.group === group),
  }));

  return (
    <form
      className="grid grid-cols-1 gap-5 pb-24 lg:pb-0"
      onSubmit={(event) => {
        event.preventDefault();
        add.mutate(chosen);
      }}
    >
      <p role="status" className="font-semibold">
        {t("paste.found", number(rows.length - unread))}{" "}
        {unread > 0 && <span className="text-danger">{t("paste.unread", number(unread))}</span>}
      </p>
      {rest > 0 && (
        <Note>
          <p>{t("paste.rest", number(rest))}</p>
        </Note>
      )}
      {sections.map(({ group, heading, members }) => (
        <section key={group} className="grid grid-cols-1 gap-2">
          <div className="flex flex-wrap items-center justify-between gap-x-4 empty:hidden">
            {group && <h2 className="text-sm font-semibold wrap-anywhere text-muted">{group}</h2>}
            {heading && (
              <TextButton
                disabled={add.isPending}
                onClick={() => {
                  add.reset();
                  onChange(asItem(list, heading));
                }}
              >
                {t("paste.asItem", { title: group })}
              </TextButton>
            )}
          </div>
          {members.length > 0 && (
            <ul className="divide-y divide-line overflow-hidden rounded-card border border-line bg-white shadow-card">
              {members.map((row) => (
                <li key={row.key}>
                  <Row
                    name={name}
                    quick={quick}
                    row={row}
                    disabled={add.isPending}
                    isRefused={refused.has(chosen.indexOf(row))}
                    onChange={(changes) => change(row.key, changes)}
                  />
                </li>
              ))}
            </ul>
          )}
        </section>
      ))}
      {add.error && (
        <Notice>
          <p className="font-semibold">{t("paste.failed")}</p>
          <p>{reason(add.error)}</p>
        </Notice>
      )}
      <SaveBar busy={add.isPending} disabled={chosen.length === 0} label={t("paste.add", number(chosen.length))} />
    </form>
  );
}

type RowProps = {
  name: ManagerKey;
  quick: Quick;
  row: PastedRow;
  disabled: boolean;
  isRefused: boolean;
  onChange: (changes: Partial<PastedRow>) => void;
};

function Row({ name, quick, row, disabled, isRefused, onChange }: RowProps) {
  const { lang, t } = useLanguage();
  const [opened, setOpened] = useState(false);
  const inputs = useId();
  const ready = isReady(row);
  const { title, unit, price, text, reason } = row;
  return (
    <div className={ready ? "" : "bg-mist"}>
      <div className="flex min-h-16 items-center gap-1 py-2 pr-2 pl-3">
        <label className="grid size-11 shrink-0 cursor-pointer place-content-center">
          <input
            type="checkbox"
            aria-label={title || text}
            checked={row.ticked && ready}
            disabled={disabled || !ready}
            onChange={(event) => onChange({ ticked: event.target.checked })}
            className="size-5 accent-gold-ink"
          />
        </label>
        <div className="min-w-0 flex-1 wrap-break-word">
          <p className={ready ? "font-semibold" : "text-muted"}>{ready ? title : text}</p>
          {ready && unit && <p className="text-sm text-muted">{unit}</p>}
          {(reason || isRefused) && (
            <p className="text-sm font-semibold text-danger">
              {t(`paste.why.${isRefused ? "unclear" : (reason ?? "unclear")}`)}
            </p>
          )}
        </div>
        {ready && <p className="max-w-[min(6rem,26vw)] text-right font-semibold">{priceText(t, lang, price)}</p>}
        <IconButton
          icon={Pencil}
          label={t("paste.change", { title: title || text })}
          aria-expanded={opened}
          aria-controls={inputs}
          disabled={disabled}
          onClick={() => setOpened(!opened)}
        />
      </div>
      <div id={inputs} className={cx("grid gap-4 px-4 pb-4", !opened && "hidden")}>
        {opened && <Inputs name={name} quick={quick} row={row} onChange={onChange} />}
      </div>
    </div>
  );
}

function Inputs({ name, quick, row, onChange }: Pick<RowProps, "name" | "quick" | "row" | "onChange">) {
  const t = useT();
  const writing = useWriting();
  const [group, setGroup] = useState(row.group);
  const { collection, grouped } = managers[name] as { collection: "services"; grouped?: "group" };
  const { Input } = inputOf(ruleOf(collection, quick.price));
  const label = (field: string) => t.first([`item.${collection}.${field}`]);
  const text = (field: string, key: "title" | "unit") => (
    <Field label={label(field)}>
      {(control) => (
        <TextInput
          {...control}
          name={field}
          autoComplete="off"
          lang={writing}
          value={row[key]}
          onChange={(event) => onChange({ [key]: event.target.value, ...(key === "title" ? { ticked: true } : {}) })}
        />
      )}
    </Field>
  );
  return (
    <>
      {text(traitsOf(collection).title, "title")}
      <Field label={label(quick.price)} grouped>
        {(control) => (
          <Input
            {...control}
            name={quick.price}
            rule={ruleOf(collection, quick.price)}
            value={row.price}
            onChange={(price) => onChange({ price, reason: undefined })}
            required={false}
            lang={undefined}
            placeholder={undefined}
          />
        )}
      </Field>
      {text(quick.unit, "unit")}
      {grouped && (
        <Field label={label(grouped)}>
          {(control) => (
            <TextInput
              {...control}
              name={grouped}
              autoComplete="off"
              lang={writing}
              value={group}
              onChange={(event) => setGroup(event.target.value)}
              // Not before: the row moves to its group.
              onBlur={() => onChange({ group: group.trim() })}
            />
          )}
        </Field>
      )}
    </>
  );
}
