import { useMutation, useQueryClient } from "@tanstack/react-query";
import { deleteItem, undeleteItem } from "../../../api/collections";
import { errorCode } from "../../../api/errors";
import { siteKey } from "../../../api/queries";
import type { Item } from "../../../api/types";
import { useT } from "../../../i18n/language";
import { toast } from "../../../lib/toast";
import { type ManagerKey, managers } from "../collections";
import { useAuth } from "../sign-in/auth";
import { toastAction } from "../ui/toast-action";

/** Moves an item to the bin and restores it. */
export function useBin(name: ManagerKey) {
  const t = useT();
  const queries = useQueryClient();
  const { keepSession } = useAuth();
  const { collection } = managers[name];

  const settle = () => queries.invalidateQueries({ queryKey: siteKey });
  const fail = (what: "delete" | "restore") => (error: Error) => {
    const description = t.first([`error.${errorCode(error)}`, "error.internal"]);
    toast({ title: t(`manager.${what}.failed`), description, tone: "destructive" });
  };

  const restore = useMutation({
    mutationFn: ({ id }: Item) => keepSession(() => undeleteItem(collection, id)),
    onSuccess: () => {
      toast({ title: t(`manager.${name}.restored`) });
      return settle();
    },
    onError: fail("restore"),
  });

  const remove = useMutation({
    mutationFn: ({ id }: Item) => keepSession(() => deleteItem(collection, id)),
    onSuccess: (_, item) => {
      const undo = toastAction(t("manager.undo"), () => restore.mutate(item));
      toast({ title: t(`manager.${name}.deleted`), action: undo });
      return settle();
    },
    onError: fail("delete"),
  });

  return { remove, restore };
}
