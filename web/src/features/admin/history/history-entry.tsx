import { ChevronDown, RotateCcw } from "lucide-react";
import { fields } from "../../../api/fields.gen";
import type { FieldKey, Revision } from "../../../api/types";
import { useLanguage } from "../../../i18n/language";
import { Button } from "../../../ui/button";
import { switchedBy } from "../screens";
import { momentText } from "../values/moment";
import type { Side } from "../values/past-texts";
import { DifferenceView } from "./difference-view";
import { ruleOf } from "./rule-of";

type Props = {
  revision: Revision;
  busy: boolean;
  /** Which sides of this revision ("before", "after") differ from the current state. */
  sides: readonly Side[];
  onRestore: (side: Side) => void;
};

/** The labels of the restore buttons. */
const restoring = {
  site: { before: "history.restore.before", after: "history.restore.site" },
  item: { before: "history.restore.item.before", after: "history.restore.item" },
} as const;

/** One save: who, when and what. Expanded, it shows each text before and after. */
export function HistoryEntry({ revision, busy, sides, onRestore }: Props) {
  const { lang, t } = useLanguage();
  const { subject, item, title, at, by, action, current, changes } = revision;
  const called = title || t.first([`block.part.${item}`, ""]);
  const labelOf = (field: string) => t.first([`item.${subject}.${field}`, `field.${field}.label`, ""]) || field;
  const isSwitch = (field: string) => fields[field as FieldKey]?.kind === "switch";
  const wordOf = (field: string, text: string) =>
    t.first([
      `item.${subject}.${field}.value.${text}`,
      `field.${field}.option.${text}`,
      isSwitch(field) ? `value.switch.${text}` : "",
      "",
    ]) || text;
  const labels = [...new Set(changes.map(({ field }) => labelOf(field)))].join(", ");
  const deedOf = ({ field, after }: Revision["changes"][number]) => {
    const part = subject === "site" && isSwitch(field) ? switchedBy(field as FieldKey) : undefined;
    if (!part) return labelOf(field);
    return t(after === "no" ? "history.hid" : "history.showed", {
      what: t.first([`history.part.${part}`, `field.${part}.label`]),
    });
  };
  const deeds = [...new Set(changes.map(deedOf))].join(", ");
  const what = subject === "site" ? "site" : "item";
  return (
    <details className="group rounded-card border border-line bg-white shadow-card">
      <summary className="flex min-h-16 cursor-pointer list-none items-center gap-3 p-3.5">
        <span className="min-w-0 flex-1 wrap-anywhere">
          <span className="block font-semibold">
            {t(`history.action.${action}`)}
            {called && `: ${called}`}
          </span>
          {deeds && <span className="block">{deeds}</span>}
          <span className="block text-sm text-muted">
            {momentText(t, lang, at)} · {by || t("history.byNobody")}
          </span>
        </span>
        {current && (
          <span className="rounded-full border border-line bg-ivory px-2.5 py-0.5 text-sm font-semibold text-gold-ink">
            {t("history.current")}
          </span>
        )}
        <ChevronDown size={20} className="shrink-0 text-muted group-open:rotate-180" />
      </summary>
      <div className="grid gap-4 border-t border-line p-3.5">
        {changes.map((change) => (
          <DifferenceView
            key={change.lang + change.field}
            label={labelOf(change.field)}
            rule={ruleOf(subject, change.field)}
            change={change}
            wordOf={(text) => wordOf(change.field, text)}
          />
        ))}
        {changes.length === 0 && (
          <p className="text-muted">{t(action === "created" ? "history.begins" : "history.nothing")}</p>
        )}
        {sides.length > 0 && (
          <div className="sticky bottom-(--tab-bar) -mx-3.5 -mb-3.5 grid gap-2 rounded-b-card border-t border-line bg-white p-3.5 lg:bottom-0">
            <div className="grid gap-2 sm:grid-cols-2">
              {sides.map((side) => (
                <Button
                  key={side}
                  onClick={() => onRestore(side)}
                  disabled={busy}
                  className={side === "after" ? "sm:col-start-2" : ""}
                >
                  <RotateCcw size={18} className="shrink-0" />
                  {t(restoring[what][side])}
                </Button>
              ))}
            </div>
            <p className="text-sm text-muted">{t(`history.restore.${what}.note`, { fields: labels })}</p>
          </div>
        )}
      </div>
    </details>
  );
}
