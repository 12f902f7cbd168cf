import { useMutation, useQueryClient } from "@tanstack/react-query";
import { errorCode } from "../../../api/errors";
import { fields } from "../../../api/fields.gen";
import { saveSite, siteKey, storedSiteQuery } from "../../../api/queries";
import type { FieldKey, Site, StoredSite } from "../../../api/types";
import { useT } from "../../../i18n/language";
import { toast } from "../../../lib/toast";
import { useAuth } from "../sign-in/auth";
import { toastAction } from "../ui/toast-action";
import { writePath } from "../values/at-path";

/** The toast after a decision is saved, with its undo. */
type Said = { title: string; undo: () => void };

/** Saves one field immediately, like a switch. */
export function useDecision(stored: StoredSite) {
  const t = useT();
  const queries = useQueryClient();
  const { keepSession } = useAuth();
  const save = useMutation({
    mutationFn: ({ field, value }: { field: FieldKey; value: string; said?: Said | undefined }) => {
      const { revision } = queries.getQueryData(storedSiteQuery.queryKey) ?? stored;
      return keepSession(() => saveSite({ revision, site: writePath({} as Site, fields[field].path, value) }));
    },
    onSuccess: (saved, { said }) => {
      queries.setQueryData(storedSiteQuery.queryKey, saved);
      if (said) toast({ title: said.title, action: toastAction(t("admin.undo"), said.undo) });
      return queries.invalidateQueries({ queryKey: siteKey });
    },
    onError: (error) => {
      const description = t.first([`error.${errorCode(error)}`, "error.internal"]);
      toast({ title: t("firstRun.failed"), description, tone: "destructive" });
      return queries.invalidateQueries({ queryKey: siteKey });
    },
  });
  const decide = (field: FieldKey, value: string, said?: Said) => save.mutate({ field, value, said });
  return { decide, busy: save.isPending };
}
