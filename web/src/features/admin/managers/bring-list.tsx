import { AtSign, Link2, Phone, Quote, Type } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useT } from "../../../i18n/language";
import { cx } from "../../../lib/cx";
import { brandIcons } from "../../../ui/brand-icon";
import { type IconType, IconWell } from "../../../ui/icon-well";
import { Notice } from "../../../ui/notice";
import type { ManagerKey } from "../collections";
import { SaveBar } from "../form/save-bar";
import { kindIcons } from "../kind-icons";
import { Note } from "../ui/note";
import { typedText } from "../values/item-text";
import { type Found, isBlock, isCrowded, type Row, wantedOf } from "./bring-choice";
import { useBring } from "./use-bring";

const fieldIcons: Readonly<Record<string, IconType>> = {
  ...brandIcons,
  brandName: Type,
  tagline: Quote,
  email: AtSign,
  phone: Phone,
};

/** The found rows; the ticked ones are imported. */
export function BringList({ name, found }: { name: ManagerKey; found: Found }) {
  const t = useT();
  const { rows, room, source } = found;
  const [ticked, setTicked] = useState(() => wantedOf(found));
  const { add, done, reason } = useBring(name);

  const failure = useRef<HTMLDivElement>(null);

  // The button is at thumb height, but the error is below a long list.
  useEffect(() => {
    if (add.error) failure.current?.scrollIntoView({ block: "center" });
  }, [add.error]);

  const chosen = rows.filter(({ key }) => ticked.has(key));
  const count = chosen.filter(isBlock).length;
  const fields = rows.filter(({ field }) => field);
  const blocks = rows.filter(({ field }) => !field);
  const turn = (key: string, on: boolean) => {
    const next = new Set(ticked);
    if (on) next.add(key);
    else next.delete(key);
    setTicked(next);
  };
  const list = (part: readonly Row[]) => (
    <ul className="divide-y divide-line overflow-hidden rounded-card border border-line bg-white shadow-card">
      {part.map((row) => (
        <li key={row.key}>
          <OfferRow
            row={row}
            ticked={ticked.has(row.key)}
            disabled={add.isPending}
            onTurn={(on) => turn(row.key, on)}
          />
        </li>
      ))}
    </ul>
  );
  const progress = t("bring.adding", { place: Math.min(done + 1, count), count });

  return (
    <form
      className="grid grid-cols-1 gap-6 pb-24 lg:pb-0"
      onSubmit={(event) => {
        event.preventDefault();
        add.mutate(chosen);
      }}
    >
      <p role="status" className="font-semibold">
        {t(`bring.source.${source}`)}
      </p>
      {isCrowded(found) && (
        <Note>
          <p>{t("bring.room", { room })}</p>
        </Note>
      )}
      {blocks.length > 0 && (
        <section className="grid grid-cols-1 gap-3">
          <h2 className="text-lg font-bold">{t("bring.blocks")}</h2>
          {list(blocks)}
        </section>
      )}
      {fields.length > 0 && (
        <section className="grid grid-cols-1 gap-3">
          <h2 className="text-lg font-bold">{t("bring.profile")}</h2>
          <p className="text-sm text-muted">{t("bring.profile.hint")}</p>
          {list(fields)}
        </section>
      )}
      <div ref={failure} className="empty:hidden">
        {add.error && (
          <Notice>
            <p className="font-semibold">{t("bring.failed")}</p>
            <p>{reason(add.error)}</p>
            <p>{t("bring.failed.description", { done, count })}</p>
          </Notice>
        )}
      </div>
      <p role="status" className="sr-only">
        {add.isPending && count > 0 && progress}
      </p>
      <SaveBar
        busy={add.isPending}
        disabled={chosen.length === 0 || count > room}
        label={
          count > 0 || chosen.length === 0 ? t(count === 1 ? "bring.add.one" : "bring.add", { count }) : t("bring.save")
        }
        {...(count > 0 ? { busyLabel: progress } : {})}
      />
    </form>
  );
}

type RowProps = { row: Row; ticked: boolean; disabled: boolean; onTurn: (on: boolean) => void };

function OfferRow({ row, ticked, disabled, onTurn }: RowProps) {
  const t = useT();
  const { issue, there, kind, current, value = "" } = row;
  const fieldName = row.field?.split(".").at(-1);
  const text = (field: string) => typedText(row.block?.[field] ?? "");
  const title = fieldName ? t.first([`field.${fieldName}.label`]) : text("title") || row.title;
  const lines = fieldName
    ? [
        current && !there && value
          ? t("bring.change", { current, value })
          : value || row.address || row.title || row.text,
      ]
    : [text("description") || text("text"), text("address") || text("video") || row.address];
  const icon = (fieldName ? fieldIcons[fieldName] : kindIcons[text("kind") || kind]) ?? Link2;
  return (
    <label
      className={cx(
        "flex min-h-18 items-center gap-3 p-3.5 has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-gold-ink",
        issue ? "bg-mist" : "cursor-pointer hover:bg-ivory",
      )}
    >
      <input
        type="checkbox"
        checked={ticked}
        disabled={disabled || issue !== undefined}
        onChange={(event) => onTurn(event.target.checked)}
        className="size-5 shrink-0 accent-gold-ink"
      />
      <IconWell icon={icon} />
      <span className="min-w-0 flex-1 wrap-anywhere">
        <span className="block font-semibold">{title}</span>
        {lines.filter(Boolean).map((line) => (
          <span key={line} className="line-clamp-2 text-sm text-muted">
            {line}
          </span>
        ))}
        {there && <span className="block text-sm font-semibold">{t("bring.there")}</span>}
        {issue && (
          <span className="block text-sm font-semibold text-danger">
            {t.first([`bring.refused.${issue.code}`, "bring.refused"], { want: issue.want ?? "" })}
          </span>
        )}
      </span>
    </label>
  );
}
