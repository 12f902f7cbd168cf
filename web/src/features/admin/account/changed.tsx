import type { Alarm, AlarmChange } from "../../../api/types";
import { useT } from "../../../i18n/language";
import { useDeviceName } from "./use-device-name";
import { useWhen } from "./use-when";

type Props = {
  alarm: Alarm;
  /** An extra note for a change. */
  note?: (change: AlarmChange) => string;
};

/** Describes the changes in words. Text from others is quoted and never rendered as a link. */
export function Changed({ alarm, note }: Props) {
  const t = useT();
  const when = useWhen();
  const nameOf = useDeviceName();
  const quoted = ({ values }: AlarmChange, value: string) => {
    if (values) return t.named(`${values}${value || "yes"}`); // an unset switch is on
    return value ? `“${value}”` : t("history.empty");
  };
  const from = (network?: string) => network && t("account.sessions.network", { network });
  const words = (change: AlarmChange) => {
    const { word, lang, name, before, after } = change;
    const language = lang && `(${t.first([`language.${lang}`])})`;
    const what = [t.named(word), language, name && `“${name}”`].filter(Boolean).join(" ");
    if (!before && !after) return what;
    if (change.alike) return `${what}: ${t(`alarm.alike.${change.alike}`, { value: quoted(change, after) })}`;
    return t("account.alarms.changed", { what, before: quoted(change, before), after: quoted(change, after) });
  };
  return (
    <ul className="grid gap-3">
      {alarm.changes.map((change) => (
        <li
          key={`${change.subject} ${change.item} ${change.field} ${change.lang} ${change.network} ${change.at}`}
          className="wrap-anywhere"
        >
          <p className="font-semibold">{words(change)}</p>
          <p className="text-sm text-muted">
            {[when(change.at), nameOf(change), from(change.network)].filter(Boolean).join(" · ")}
          </p>
          {change.appeared && (
            <p className="text-sm">
              {t("alarm.appeared", { values: change.appeared.map((text) => `“${text}”`).join(", ") })}
            </p>
          )}
          {change.passed !== undefined && (
            <p className="text-sm">{t("alarm.meanwhile", { value: quoted(change, change.passed) })}</p>
          )}
          {change.origin !== undefined && (
            <p className="text-sm">
              {change.origin || change.values
                ? t("alarm.origin", { value: quoted(change, change.origin) })
                : t("alarm.origin.empty")}
            </p>
          )}
          {note?.(change) && <p className="text-sm">{note(change)}</p>}
        </li>
      ))}
      {!!alarm.more && <li>{t("alarm.more", { n: alarm.more })}</li>}
    </ul>
  );
}
