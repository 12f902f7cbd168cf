import { useQuery } from "@tanstack/react-query";
import { Search } from "lucide-react";
import { leadCountsOf } from "../../../api/inbox";
import { useLanguage } from "../../../i18n/language";
import { TextInput } from "../../../ui/text-input";
import { numberText } from "../values/number-text";
import { AddLead } from "./add-lead";
import { InboxTools } from "./inbox-tools";
import { kinds, type StatusChoice, statuses, type usePicked } from "./use-picked";

const chip =
  "press flex min-h-11 shrink-0 cursor-pointer items-center gap-2 rounded-full border border-line bg-white px-4 aria-pressed:border-ink aria-pressed:bg-ink aria-pressed:font-semibold aria-pressed:text-white";

/** Scrolls sideways only, so that the restored vertical position stays. */
function bringIntoSight(chip: HTMLElement | null) {
  const row = chip?.parentElement;
  if (row) row.scrollLeft = chip.offsetLeft - (row.clientWidth - chip.offsetWidth) / 2;
}

export function InboxFilters(inbox: ReturnType<typeof usePicked>) {
  const { status, kind, text, search, q, change, choose } = inbox;
  const { lang, t } = useLanguage();
  const counts = useQuery(leadCountsOf(kind)).data;
  // No counts during a search: they would not match the rows shown.
  const countOf = (status: StatusChoice) => {
    if (!counts || q) return 0;
    const { pending, contacted, won, lost } = counts;
    return status === "all" ? pending + contacted + won + lost : counts[status];
  };
  return (
    <search className="grid grid-cols-1 gap-3">
      <div className="flex items-center gap-2">
        <div className="relative min-w-0 flex-1">
          <span className="pointer-events-none absolute inset-y-0 left-4 grid place-content-center text-muted">
            <Search size={18} />
          </span>
          <TextInput
            type="search"
            aria-label={t("inbox.search")}
            placeholder={t("inbox.search")}
            value={text}
            onChange={(event) => search(event.target.value)}
            className="min-h-12 w-full rounded-well border border-edge bg-white py-2.5 pr-4 pl-11 placeholder:text-muted focus-visible:outline-offset-0"
          />
        </div>
        <AddLead />
      </div>
      <fieldset className="relative -mx-5 flex min-w-0 gap-2 overflow-x-auto px-5 pb-1 lg:mx-0 lg:flex-wrap lg:px-0">
        <legend className="sr-only">{t("inbox.statuses")}</legend>
        {statuses.map((name) => (
          <button
            key={name}
            type="button"
            ref={name === status ? bringIntoSight : undefined}
            aria-pressed={name === status}
            onClick={() => choose(name)}
            className={chip}
          >
            {t(`inbox.status.${name}`)}
            {countOf(name) > 0 && <span className="tabular-nums">{numberText(lang, countOf(name))}</span>}
          </button>
        ))}
      </fieldset>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <select
          aria-label={t("inbox.kinds")}
          value={kind ?? ""}
          onChange={(event) => change({ kind: event.target.value, lead: "" })}
          className="min-h-11 min-w-0 rounded-full border border-line bg-white px-4"
        >
          <option value="">{t("inbox.kinds.all")}</option>
          {kinds.map((name) => (
            <option key={name} value={name}>
              {t(`inbox.kind.${name}`)}
            </option>
          ))}
        </select>
        <InboxTools {...inbox} />
      </div>
    </search>
  );
}
