import { Monitor, Smartphone } from "lucide-react";
import { endOtherSessions, endSession } from "../../../api/account";
import type { Account } from "../../../api/types";
import { useT } from "../../../i18n/language";
import { Button } from "../../../ui/button";
import { Panel, PanelRow } from "./panel";
import { useChange } from "./use-change";
import { useDeviceName } from "./use-device-name";
import { useWhen } from "./use-when";

const handhelds = new Set<string | undefined>(["Android", "iPhone", "iPad"]);

export function Sessions({ sessions }: { sessions: Account["sessions"] }) {
  const t = useT();
  const when = useWhen();
  const nameOf = useDeviceName();
  const end = useChange(endSession, { success: t("account.sessions.ended") });
  const endOthers = useChange(endOtherSessions, { success: t("account.sessions.othersEnded") });
  return (
    <Panel title={t("account.sessions")}>
      {sessions.map(({ id, current, createdAt, lastSeen, where }) => (
        <PanelRow
          key={id}
          icon={handhelds.has(where.system) ? Smartphone : Monitor}
          title={nameOf(where)}
          text={
            <>
              {current ? (
                <p className="font-semibold text-chat">{t("account.sessions.this")}</p>
              ) : (
                <p>{t("account.sessions.seen", { when: when(lastSeen) })}</p>
              )}
              <p>{t("account.sessions.since", { when: when(createdAt) })}</p>
              {where.network && <p>{t("account.sessions.network", { network: where.network })}</p>}
            </>
          }
        >
          {!current && (
            <Button
              aria-label={`${t("account.sessions.end")}: ${nameOf(where)}`}
              disabled={end.isPending}
              onClick={() => end.mutate(id)}
            >
              {t("account.sessions.end")}
            </Button>
          )}
        </PanelRow>
      ))}
      {sessions.length > 1 && (
        <div className="p-4">
          <Button disabled={endOthers.isPending} onClick={() => endOthers.mutate(undefined)}>
            {t("account.sessions.endOthers")}
          </Button>
        </div>
      )}
    </Panel>
  );
}
