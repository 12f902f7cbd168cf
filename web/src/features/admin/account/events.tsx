import type { Account } from "../../../api/types";
import { useT } from "../../../i18n/language";
import { cx } from "../../../lib/cx";
import { Panel } from "./panel";
import { useDeviceName } from "./use-device-name";
import { useWhen } from "./use-when";

const refused = (kind: string) => kind.endsWith("_refused");

export function Events({ events }: { events: Account["events"] }) {
  const t = useT();
  const when = useWhen();
  const nameOf = useDeviceName();
  return (
    <Panel title={t("account.events")}>
      <ul className="divide-y divide-line">
        {events.map(({ kind, at, times, where }) => (
          <li key={at} className="flex flex-wrap justify-between gap-x-4 px-4 py-3 wrap-anywhere">
            <p className={cx("min-w-0", refused(kind) && "text-danger")}>
              {t.first([`account.event.${kind}`])}
              {times > 1 && ` (${t("account.events.times", { n: times })})`}
            </p>
            <p className="text-sm text-muted">
              {[when(at), where.network && nameOf(where), where.network].filter(Boolean).join(" · ")}
            </p>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
