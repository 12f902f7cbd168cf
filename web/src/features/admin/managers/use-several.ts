import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type Deed, doAll } from "../../../api/collections";
import { errorCode } from "../../../api/errors";
import { siteKey } from "../../../api/queries";
import { useLanguage } from "../../../i18n/language";
import { toast } from "../../../lib/toast";
import { type ManagerKey, managers } from "../collections";
import { useAuth } from "../sign-in/auth";
import { toastAction } from "../ui/toast-action";
import { numberText } from "../values/number-text";

const undoing: Record<Deed, Deed> = { delete: "undelete", undelete: "delete", show: "hide", hide: "show" };
const told = { delete: "deleted", undelete: "restored", show: "shown", hide: "hidden" } as const;

/** Applies an action to several items, with an undo for the items that it changed. */
export function useSeveral(name: ManagerKey) {
  const { lang, t } = useLanguage();
  const queries = useQueryClient();
  const { keepSession } = useAuth();
  const { collection } = managers[name];
  const several = useMutation({
    mutationFn: ({ deed, ids }: { deed: Deed; ids: readonly string[] }) =>
      keepSession(() => doAll(collection, deed, ids)),
    onSuccess: (ids, { deed }) => {
      const undo = toastAction(t("manager.undo"), () => several.mutate({ deed: undoing[deed], ids }));
      const title = t(`several.${told[deed]}`, { count: numberText(lang, ids.length) });
      toast({ title, action: ids.length > 0 ? undo : undefined });
    },
    onError: (error) => {
      const description = t.first([`error.${errorCode(error)}`, "error.internal"]);
      toast({ title: t("several.failed"), description, tone: "destructive" });
    },
    onSettled: () => queries.invalidateQueries({ queryKey: siteKey }),
  });
  return several;
}
