import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";
import { createItem, deleteItem } from "../../../api/collections";
import { errorCode } from "../../../api/errors";
import { saveSite, siteKey, storedSiteQuery } from "../../../api/queries";
import type { Item } from "../../../api/types";
import { useT } from "../../../i18n/language";
import { toast } from "../../../lib/toast";
import { editPath } from "../../../paths";
import { type ManagerKey, managers } from "../collections";
import { usePrimary } from "../form/use-primary";
import { useAuth } from "../sign-in/auth";
import { toastAction } from "../ui/toast-action";
import { isBlock, type Row, siteWith, written } from "./bring-choice";

/** Creates the chosen blocks one after the other, which keeps their order. Clicking again after a failure resumes. */
export function useBring(name: ManagerKey) {
  const t = useT();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { keepSession } = useAuth();
  const { collection } = managers[name];
  const primary = usePrimary();
  const [done, setDone] = useState(0);

  const settle = () => queries.invalidateQueries({ queryKey: siteKey });
  const reason = (error: unknown) => t.first([`error.${errorCode(error)}`, "error.internal"]);

  const saveFields = async (rows: readonly Row[]) => {
    const stored = await queries.fetchQuery({ ...storedSiteQuery, staleTime: 0 });
    queries.setQueryData(
      storedSiteQuery.queryKey,
      await saveSite({ revision: stored.revision, ...siteWith(rows, stored) }),
    );
  };

  const undo = useMutation({
    mutationFn: async (made: readonly Item[]) => {
      for (const { id } of made) await keepSession(() => deleteItem(collection, id));
    },
    onSuccess: () => toast({ title: t("bring.undone"), description: t("bring.undone.description") }),
    onError: (error) => toast({ title: t("manager.delete.failed"), description: reason(error), tone: "destructive" }),
    onSettled: settle,
  });

  const add = useMutation({
    mutationFn: async (chosen: readonly Row[]) => {
      setDone(0);
      const made: Item[] = [];
      for (const { key, block } of chosen.filter(isBlock)) {
        made.push(await keepSession(() => createItem(collection, key, written(collection, block, primary))));
        setDone(made.length);
      }
      const fields = chosen.filter((row) => !isBlock(row));
      if (fields.length > 0) await keepSession(() => saveFields(fields));
      return made;
    },
    onSuccess: (made) => {
      const count = made.length;
      toast({
        title: count > 0 ? t(count === 1 ? "bring.added.one" : "bring.added", { count }) : t("bring.saved"),
        action: count > 0 ? toastAction(t("manager.undo"), () => undo.mutate(made)) : undefined,
      });
      void navigate(editPath(name));
    },
    onSettled: settle,
  });

  return { add, done, reason };
}
