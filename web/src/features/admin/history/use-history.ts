import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { errorCode } from "../../../api/errors";
import { fields } from "../../../api/fields.gen";
import { saveSite, siteKey, storedSiteQuery } from "../../../api/queries";
import { numberOf, restoreRevision, revisionsQuery } from "../../../api/revisions";
import type { FieldKey, Revision, StoredSite } from "../../../api/types";
import { useT } from "../../../i18n/language";
import { toast } from "../../../lib/toast";
import { useAuth } from "../sign-in/auth";
import { toastAction } from "../ui/toast-action";
import { again, type Side, touching } from "../values/past-texts";
import { primaryOf } from "../values/primary";
import { changeOf, differing, places, textsOf } from "../values/texts";

/** What the history covers: the site, a list, an item, or some fields of the site. */
export type Scope = { subject: Revision["subject"]; id: string; keys: readonly FieldKey[] | null };

const fieldKeys = Object.keys(fields) as FieldKey[];

type Undo = () => Promise<unknown>;

export function useHistory({ subject, id, keys }: Scope) {
  const t = useT();
  const queries = useQueryClient();
  const { keepSession } = useAuth();
  const history = useInfiniteQuery(revisionsQuery(subject, id));
  const stored = useQuery(storedSiteQuery);

  const all = history.data?.pages.flatMap(({ revisions }) => revisions) ?? [];
  const revisions = keys ? touching(all, keys) : all;

  /** Restores an item, which creates a new revision. */
  const restoreItem = async ({ id: after, before = "", item }: Revision, side: Side): Promise<Undo | null> => {
    const id = { before, after }[side];
    const newest = all.find((one) => one.current && one.item === item);
    const { item: restored } = await restoreRevision(id, newest ? numberOf(newest) : 0);
    return newest && newest.action !== "deleted" ? () => restoreRevision(newest.id, restored?.revision ?? 0) : null;
  };

  /** What restoring a site revision would change: only the fields that the revision changed. Later saves stay. */
  const planOf = (revision: Revision, side: Side, stored: StoredSite) => {
    const now = textsOf(stored, fieldKeys);
    const past = again(now, revision, fieldKeys, side, primaryOf(stored));
    return { now, past, changed: differing(places(fieldKeys), past, now) };
  };

  const restoreTexts = async (of: Revision, side: Side): Promise<Undo | null> => {
    if (!stored.data) return null;
    const { now, past, changed } = planOf(of, side, stored.data);
    const { revision } = await saveSite(changeOf(changed, past, stored.data.revision));
    return () => saveSite(changeOf(changed, now, revision));
  };

  /** Whether restoring one side would change anything. */
  const differs = (revision: Revision, side: Side): boolean => {
    const { current, action, before, changes } = revision;
    if (subject === "site") return stored.data !== undefined && planOf(revision, side, stored.data).changed.length > 0;
    if (side === "before") return before !== undefined && changes.length > 0;
    return !current || action === "deleted";
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
    mutationFn: ({ revision, side }: { revision: Revision; side: Side }) =>
      keepSession(() => (subject === "site" ? restoreTexts : restoreItem)(revision, side)),
    onSuccess: (back) => {
      const action = back ? toastAction(t("history.undo"), () => undo.mutate(back)) : undefined;
      toast({ title: t("history.restored"), description: t("history.restored.description"), action });
    },
    onError: refused,
    onSettled: settle,
  });

  return { history, revisions, differs, restore };
}
