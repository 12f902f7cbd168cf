import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { festivalsQuery } from "../../../api/queries";
import { useLanguage } from "../../../i18n/language";
import { datesText } from "../../../i18n/special-text";
import type { Lang } from "../../../lib/lang";
import { Field } from "../../../ui/field";
import { TextInput } from "../../../ui/text-input";
import { useOffered } from "../form/use-primary";
import { TextButton } from "../ui/text-button";
import { sameSpans, usualOf } from "../values/spans";
import { parseSpecial, type Spans, type Special, writeSpecial } from "../values/special";
import { SpansInput } from "./spans-input";
import type { WeekDays } from "./week-rows";

type Choice = "open" | "short" | "closed";
const choices = ["open", "short", "closed"] as const satisfies readonly Choice[];
const shortest = 4 * 60;
const mostOffered = 5;

/** The usual hours of a date. For a weekday that is usually closed, the hours of the other weekdays. */
function usualOn(week: WeekDays, date: string): Spans {
  const day = week[(new Date(date).getUTCDay() + 6) % 7];
  return day?.length ? day : usualOf(week);
}

function choiceOf({ from, spans }: Special, week: WeekDays): Choice {
  if (spans.length === 0) return "closed";
  return sameSpans(spans, usualOn(week, from)) ? "open" : "short";
}

function spansOf(choice: Choice, week: WeekDays, date: string): Spans {
  if (choice === "closed") return [];
  const usual = usualOn(week, date);
  if (choice === "open") return usual;
  const open = usual[0]?.open ?? 0;
  return [{ open, close: Math.min(open + shortest, 24 * 60 - 1) }];
}

/** A row: a special day, or a festival that is offered. `at` is the place of the day among the stored ones. */
type Row = { special: Special; at?: number; mayMove?: boolean; offered?: true };

type Props = { value: string; week: WeekDays; primary: Lang; today: string; onChange: (value: string) => void };

/**
 * Days whose hours differ from the usual week. It also lists coming festivals. On a festival the usual hours apply,
 * unless the owner chooses others.
 */
export function SpecialDays({ value, week, primary, today, onChange }: Props) {
  const { lang, t } = useLanguage();
  const days = parseSpecial(value);
  const festivals = useQuery(festivalsQuery).data ?? [];
  const [opened, setOpened] = useState<number>();
  const rows: Row[] = days.map((special, at) => ({ special, at }));
  for (const { date, names, mayMove } of festivals) {
    const known = rows.find(({ special: { from, until } }) => from === date && until === date);
    if (known) Object.assign(known, { mayMove, offered: true });
    else rows.push({ special: { from: date, until: date, spans: [], names }, mayMove, offered: true });
  }
  const sorted = rows.toSorted((a, b) => a.special.from.localeCompare(b.special.from));
  const put = (all: readonly Special[]) => onChange(writeSpecial(all));
  const change = (at: number, special: Partial<Special>) =>
    put(days.map((day, index) => (index === at ? { ...day, ...special } : day)));
  const remove = (at: number) => {
    setOpened(undefined);
    put(days.filter((_, index) => index !== at));
  };
  const add = () => {
    setOpened(days.length);
    put([...days, { from: today, until: today, spans: [], names: {} }]);
  };
  const choose = ({ special, at }: Row, choice: Choice) => {
    const spans = spansOf(choice, week, special.from);
    if (at === undefined) put([...days, { ...special, spans }]);
    else if (choiceOf(special, week) === choice && rows[at]?.offered) remove(at);
    else change(at, { spans });
  };

  const drawn = (row: Row) => {
    const { special, at, mayMove, offered } = row;
    const chosen = at === undefined ? undefined : choiceOf(special, week);
    const name = special.names[lang] ?? special.names[primary] ?? Object.values(special.names)[0] ?? t("opening.add");
    return (
      <li key={offered ? special.from : at} className="grid grid-cols-1 gap-2 p-4">
        <div className="flex flex-wrap items-baseline justify-between gap-x-3">
          <span className="font-semibold wrap-anywhere">{name}</span>
          <span className="text-sm text-muted">
            {datesText(t, special)}
            {mayMove && ` · ${t("opening.mayMove")}`}
          </span>
        </div>
        <fieldset aria-label={name} className="grid grid-cols-3 gap-2">
          {choices.map((choice) => (
            <button
              key={choice}
              type="button"
              aria-pressed={chosen === choice}
              onClick={() => choose(row, choice)}
              className="press min-h-11 cursor-pointer rounded-well border border-transparent bg-ivory px-1 aria-pressed:border-gold-ink aria-pressed:bg-white aria-pressed:font-semibold"
            >
              {t(`opening.choice.${choice}`)}
            </button>
          ))}
        </fieldset>
        {at !== undefined && chosen === "short" && (
          <SpansInput label={name} spans={special.spans} onChange={(spans) => change(at, { spans })} />
        )}
        {at !== undefined && !offered && (
          <details open={opened === at}>
            <summary className="min-h-11 cursor-pointer content-center font-semibold text-gold-ink">
              {t("opening.edit")}
            </summary>
            <OwnDay special={special} primary={primary} onChange={(changed) => change(at, changed)} />
            <TextButton onClick={() => remove(at)}>{t("opening.remove")}</TextButton>
          </details>
        )}
      </li>
    );
  };

  const list = "grid grid-cols-1 divide-y divide-line rounded-card border border-line bg-white";
  const coming = sorted.filter(({ special }) => special.until >= today);
  // The next festivals are offered; the others wait folded, unless one was chosen.
  const [last] = coming.filter(({ at }) => at === undefined).slice(mostOffered);
  const isFar = ({ special, at }: Row) => at === undefined && last !== undefined && special.from >= last.special.from;
  const near = coming.filter((row) => !isFar(row));
  const far = coming.filter(isFar);
  const past = sorted.filter(({ special }) => special.until < today);
  return (
    <section aria-labelledby="special-days" className="grid grid-cols-1 gap-2">
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <h2 id="special-days" className="font-semibold">
          {t("opening.special")}
        </h2>
        <TextButton onClick={add}>
          <Plus size={18} />
          {t("opening.add")}
        </TextButton>
      </div>
      <p className="text-sm text-muted">{t("opening.special.hint")}</p>
      {near.length > 0 && <ul className={list}>{near.map(drawn)}</ul>}
      {far.length > 0 && (
        <details>
          <summary className="min-h-11 cursor-pointer content-center font-semibold">{t("opening.later")}</summary>
          <ul className={list}>{far.map(drawn)}</ul>
        </details>
      )}
      {past.length > 0 && (
        <details>
          <summary className="min-h-11 cursor-pointer content-center font-semibold">{t("opening.past")}</summary>
          <ul className={list}>{past.map(drawn)}</ul>
        </details>
      )}
    </section>
  );
}

type OwnProps = { special: Special; primary: Lang; onChange: (special: Partial<Special>) => void };

/** The dates and names of a day of the owner's own. */
function OwnDay({ special: { from, until, names }, primary, onChange }: OwnProps) {
  const { t } = useLanguage();
  const offered = useOffered();
  return (
    <div className="grid grid-cols-1 gap-3 py-2">
      <div className="grid gap-3 sm:grid-cols-2">
        <Field label={t("opening.first")}>
          {(control) => (
            <TextInput
              {...control}
              type="date"
              required
              value={from}
              onChange={({ target: { value } }) =>
                value && onChange({ from: value, until: until > from && until > value ? until : value })
              }
            />
          )}
        </Field>
        <Field label={t("opening.last")}>
          {(control) => (
            <TextInput
              {...control}
              type="date"
              min={from}
              value={until > from ? until : ""}
              onChange={({ target: { value } }) => onChange({ until: value > from ? value : from })}
            />
          )}
        </Field>
      </div>
      {[primary, ...offered.filter((lang) => lang !== primary)].map((lang) => (
        <Field
          key={lang}
          label={lang === primary ? t("opening.name") : t("opening.nameIn", { language: t(`language.${lang}`) })}
        >
          {(control) => (
            <TextInput
              {...control}
              type="text"
              lang={lang}
              maxLength={60}
              required={lang === primary}
              value={names[lang] ?? ""}
              onChange={({ target: { value } }) =>
                onChange({ names: { ...names, [lang]: value.replaceAll("|", " ") } })
              }
            />
          )}
        </Field>
      ))}
    </div>
  );
}
