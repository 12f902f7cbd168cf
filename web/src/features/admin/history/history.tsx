import { useT } from "../../../i18n/language";
import { Button } from "../../../ui/button";
import { Empty } from "../../../ui/empty";
import { Pending } from "../frame/pending";
import { HistoryEntry } from "./history-entry";
import { type Scope, useHistory } from "./use-history";

const sides = ["before", "after"] as const;

export function History(scope: Scope) {
  const t = useT();
  const { history, revisions, differs, restore } = useHistory(scope);
  if (!history.data) return <Pending query={history} />;
  const newest = revisions[0]?.id;
  return (
    <>
      {revisions.length === 0 && (
        <Empty>
          <p>{t("history.none")}</p>
        </Empty>
      )}
      <ol className="grid gap-3">
        {revisions.map((revision) => {
          const isNow = scope.keys ? revision.id === newest : revision.current;
          return (
            <li key={revision.id}>
              <HistoryEntry
                revision={{ ...revision, current: isNow }}
                busy={restore.isPending}
                sides={sides.filter((side) => differs(revision, side))}
                onRestore={(side) => restore.mutate({ revision, side })}
              />
            </li>
          );
        })}
      </ol>
      {history.hasNextPage && (
        <Button onClick={() => void history.fetchNextPage()} disabled={history.isFetchingNextPage}>
          {t("history.older")}
        </Button>
      )}
    </>
  );
}
