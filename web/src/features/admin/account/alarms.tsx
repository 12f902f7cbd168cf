import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { alarmsQuery, undoAlarm } from "../../../api/account";
import { useT } from "../../../i18n/language";
import { Button } from "../../../ui/button";
import { SureDialog } from "../form/sure-dialog";
import { TextButton } from "../ui/text-button";
import { Changed } from "./changed";
import { Panel } from "./panel";
import { useChange } from "./use-change";
import { useWhen } from "./use-when";

const newest = 3;

/** The warnings, with an undo for each. Shown here because the server may be unable to send mail. */
export function Alarms() {
  const t = useT();
  const when = useWhen();
  const queries = useQueryClient();
  const { data } = useQuery(alarmsQuery);
  const [asked, setAsked] = useState(0);
  const [most, setMost] = useState(newest);
  const undo = useChange(undoAlarm, {
    success: t("account.alarms.done"),
    onDone: () => {
      setAsked(0);
      void queries.invalidateQueries();
    },
  });
  if (!data) return null;
  return (
    <Panel title={t("account.alarms")} text={t("account.alarms.description")}>
      {data.alarms.length === 0 && <p className="p-4 text-muted">{t("account.alarms.none")}</p>}
      {data.alarms.slice(0, most).map((alarm) => (
        <div key={alarm.id} className="grid gap-3 p-4">
          <Changed alarm={alarm} />
          {alarm.undoneAt ? (
            <p className="text-sm text-muted">{t("account.alarms.undone", { when: when(alarm.undoneAt) })}</p>
          ) : (
            <Button className="justify-self-start" onClick={() => setAsked(alarm.id)}>
              {t("account.alarms.undo")}
            </Button>
          )}
        </div>
      ))}
      {data.alarms.length > most && (
        <div className="p-4">
          <TextButton onClick={() => setMost(data.alarms.length)}>{t("history.older")}</TextButton>
        </div>
      )}
      {asked > 0 && (
        <SureDialog
          title={t("account.alarms.undo.title")}
          text={t("account.alarms.undo.text")}
          keep={t("account.keep")}
          action={t("account.alarms.undo.sure")}
          busy={undo.isPending}
          onSure={() => undo.mutate(asked)}
          onClose={() => setAsked(0)}
        />
      )}
    </Panel>
  );
}
