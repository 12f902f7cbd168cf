import { useMutation, useQueryClient } from "@tanstack/react-query";
import { errorCode } from "../../../api/errors";
import { saveSite, siteKey, storedSiteQuery } from "../../../api/queries";
import { useT } from "../../../i18n/language";
import { toast } from "../../../lib/toast";
import { useAuth } from "../sign-in/auth";

/** Saves a choice at once, as a field of the newest revision. */
export function useChoice<Value extends string>(
  field: "primaryLanguage" | "languages",
  onSaved: (value: Value) => void,
) {
  const t = useT();
  const queries = useQueryClient();
  const { keepSession } = useAuth();
  return useMutation({
    mutationFn: (value: Value) =>
      keepSession(async () => {
        const { revision } = await queries.fetchQuery({ ...storedSiteQuery, staleTime: 0 });
        return saveSite({ revision, site: { [field]: value } });
      }),
    onSuccess: (saved, value) => {
      queries.setQueryData(storedSiteQuery.queryKey, saved);
      onSaved(value);
    },
    onError: (error) =>
      toast({
        title: t("toast.error"),
        description: t.first([`error.${errorCode(error)}`, "error.internal"]),
        tone: "destructive",
      }),
    onSettled: () => queries.invalidateQueries({ queryKey: siteKey }),
  });
}
