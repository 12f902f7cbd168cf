import { Plus, X } from "lucide-react";
import { useT } from "../../../i18n/language";
import { TextInput } from "../../../ui/text-input";
import { IconButton } from "../ui/icon-button";
import { TextButton } from "../ui/text-button";
import { areFine, inputTime, timeOf } from "../values/spans";
import type { Spans } from "../values/special";

type Props = {
  label: string;
  spans: Spans;
  onChange: (spans: Spans) => void;
  /** The first input gets the focus when it appears. */
  focused?: true;
};

const focus = (input: HTMLElement | null) => input?.focus();

const mostSpans = 2;
const hour = 60;

/** The times of a day: one or two spans. */
export function SpansInput({ label, spans, onChange, focused }: Props) {
  const t = useT();
  const put = (at: number, change: Partial<Spans[number]>) =>
    onChange(spans.map((span, index) => (index === at ? { ...span, ...change } : span)));
  // Keyed by place, because the times change while they are typed.
  const places = spans.map((_, at) => `${label}-${at}`);
  const more = () => {
    const open = Math.min((spans.at(-1)?.close ?? 0) + 2 * hour, 20 * hour);
    onChange([...spans, { open, close: open + 3 * hour }]);
  };
  return (
    <div className="grid grid-cols-1 gap-2">
      {spans.map((span, at) => (
        <div key={places[at]} className="flex items-center gap-1">
          {(["open", "close"] as const).map((end) => (
            <span key={end} className="min-w-0 flex-1 [&>input]:px-2">
              <TextInput
                ref={focused && at === 0 && end === "open" ? focus : undefined}
                type="time"
                required
                aria-label={`${label}: ${t(end === "open" ? "opening.opens" : "opening.closes")}`}
                value={inputTime(span[end])}
                onChange={({ target: { value } }) => value && put(at, { [end]: timeOf(value) })}
              />
            </span>
          ))}
          {spans.length > 1 && (
            <IconButton
              icon={X}
              label={t("opening.less")}
              onClick={() => onChange(spans.filter((_, other) => other !== at))}
            />
          )}
        </div>
      ))}
      {!areFine(spans) && (
        <p role="alert" className="text-sm font-semibold text-danger">
          {t("opening.wrong")}
        </p>
      )}
      {spans.length < mostSpans && (
        <TextButton onClick={more} className="justify-self-start">
          <Plus size={18} />
          {t("opening.more")}
        </TextButton>
      )}
    </div>
  );
}
