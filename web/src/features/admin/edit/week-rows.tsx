import { Copy } from "lucide-react";
import { useState } from "react";
import type { OpeningHours } from "../../../api/types";
import { dayText } from "../../../i18n/day-text";
import { useT } from "../../../i18n/language";
import { TextButton } from "../ui/text-button";
import { spansWords, usualOf } from "../values/spans";
import type { Spans } from "../values/special";
import { SpansInput } from "./spans-input";

export type WeekDays = OpeningHours["week"];

type Props = { week: WeekDays; onChange: (week: WeekDays) => void };

/** Seven rows: a switch says whether it is open, and a tap opens the times. */
export function WeekRows({ week, onChange }: Props) {
  const t = useT();
  const [opened, setOpened] = useState<number>();
  const put = (day: number, spans: Spans) => onChange(week.map((other, index) => (index === day ? spans : other)));
  return (
    <ul className="grid grid-cols-1 divide-y divide-line rounded-card border border-line bg-white">
      {week.map((spans, day) => {
        const name = dayText(t, day);
        const isOpen = Boolean(spans?.length);
        return (
          <li key={name} className="grid grid-cols-1 gap-2 px-4 py-1.5">
            <div className="flex items-center gap-3">
              <button
                type="button"
                aria-expanded={isOpen && opened === day}
                disabled={!isOpen}
                onClick={() => setOpened(opened === day ? undefined : day)}
                className="flex min-h-11 min-w-0 flex-1 cursor-pointer flex-wrap items-center gap-x-3 text-left disabled:cursor-default"
              >
                <span className="min-w-24 font-semibold">{name}</span>{" "}
                <span className={isOpen ? "" : "text-muted"}>{spansWords(t, spans)}</span>
              </button>
              <input
                type="checkbox"
                role="switch"
                aria-label={t("opening.isOpen", { day: name })}
                aria-checked={isOpen}
                checked={isOpen}
                onChange={() => put(day, isOpen ? [] : usualOf(week))}
                className="switch"
              />
            </div>
            {isOpen && opened === day && (
              <div className="grid grid-cols-1 gap-1 pb-2">
                <SpansInput focused label={name} spans={spans ?? []} onChange={(changed) => put(day, changed)} />
                <TextButton
                  onClick={() => onChange(week.map((other) => (other?.length ? spans : other)))}
                  className="justify-self-start"
                >
                  <Copy size={18} />
                  {t("opening.apply")}
                </TextButton>
              </div>
            )}
          </li>
        );
      })}
    </ul>
  );
}
