import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { itemsQuery } from "../../../api/collections";
import { errorCode } from "../../../api/errors";
import { saveSite, siteKey, storedSiteQuery } from "../../../api/queries";
import { restoreRevision, revisionsQuery } from "../../../api/revisions";
import type { FieldKey, Revision } from "../../../api/types";
import { useT } from "../../../i18n/language";
import { toast } from "../../../lib/toast";
import { toastAction } from "../../../ui/toast-action";
import { useAuth } from "../sign-in/auth";
import { before, touching } from "../values/past-texts";
import { changeOf, differing, textsOf } from "../values/texts";

/** Whose history: the site's, a list's, an item's; or that of some fields of the site alone. */
export type Scope = { subject: Revision["subject"]; id: string; keys: readonly FieldKey[] | null };

type Undo = () => Promise<unknown>;

export function useHistory({ subject, id, keys }: Scope) {
  const t = useT();
  const queries = useQueryClient();
  const { keepSession } = useAuth();
  const history = useInfiniteQuery(revisionsQuery(subject, id));
  const stored = useQuery(storedSiteQuery);
  const items = useQuery({ ...itemsQuery(subject === "site" ? "posts" : subject), enabled: subject !== "site" });

  const all = history.data?.pages.flatMap(({ revisions }) => revisions) ?? [];
  const revisions = keys ? touching(all, keys) : all;

  /** Makes everything as it was, which is a new revision. */
  const restoreAll = async ({ id, item }: Revision): Promise<Undo | null> => {
    const found = [...(items.data?.items ?? []), ...(items.data?.bin ?? [])].find((one) => one.id === item);
    const newest = all.find((one) => one.current && one.item === item);
    const restored = await restoreRevision(id, (item ? found?.revision : stored.data?.revision) ?? 0);
    const { revision } = restored.item ?? restored.site ?? { revision: 0 };
    return newest && newest.action !== "deleted" ? () => restoreRevision(newest.id, revision) : null;
  };

  /** Makes only these fields as they were. */
  const restoreFields = async ({ id }: Revision, keys: readonly FieldKey[]): Promise<Undo | null> => {
    if (!stored.data) return null;
    const now = textsOf(stored.data, keys);
    const newer = all.slice(
      0,
      all.findIndex((one) => one.id === id),
    );
    const then = before(now, newer, keys);
    const changed = differing(then, now, keys);
    const { revision } = await saveSite(changeOf(changed, then, stored.data.revision));
    return () => saveSite(changeOf(changed, now, revision));
  };

  const settle = () => queries.invalidateQueries({ queryKey: siteKey });
  const refused = (error: Error) => {
    const description = t.first([`history.failed.${errorCode(error)}`, `error.${errorCode(error)}`, "error.internal"]);
    toast({ title: t("history.failed"), description, tone: "destructive" });
  };

  const undo = useMutation({
    mutationFn: (undo: Undo) => keepSession(undo),
    onSuccess: () => toast({ title: t("history.undone") }),
    onError: refused,
    onSettled: settle,
  });
  const restore = useMutation({
    mutationFn: (revision: Revision) =>
      keepSession(() => (keys ? restoreFields(revision, keys) : restoreAll(revision))),
    onSuccess: (back) => {
      const action = back ? toastAction(t("history.undo"), () => undo.mutate(back)) : undefined;
      toast({ title: t("history.restored"), description: t("history.restored.description"), action });
    },
    onError: refused,
    onSettled: settle,
  });

  return { history, revisions, restore };
}
