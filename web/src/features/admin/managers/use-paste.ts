import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { createServices, doAll } from "../../../api/collections";
import { ApiError, errorCode } from "../../../api/errors";
import { siteKey } from "../../../api/queries";
import type { Trade } from "../../../api/types";
import { useLanguage } from "../../../i18n/language";
import { randomKey } from "../../../lib/random-key";
import { toast } from "../../../lib/toast";
import { editPath } from "../../../paths";
import { type ManagerKey, managers, type Quick } from "../collections";
import { useOffered, useWriting } from "../form/use-primary";
import { useAuth } from "../sign-in/auth";
import { toastAction } from "../ui/toast-action";
import { numberText } from "../values/number-text";
import { creationFrom, type PastedList, type PastedRow } from "./pasted";

type Options = {
  name: ManagerKey;
  quick: Quick;
  trade: Trade;
  tried: PastedList["tried"];
  onTry: (tried: NonNullable<PastedList["tried"]>) => void;
  onAdded: () => void;
};

/** Adds all rows in one step, with one undo. Pressing again after a lost answer adds nothing twice. */
export function usePaste({ name, quick, trade, tried, onTry, onAdded }: Options) {
  const { lang: shown, t } = useLanguage();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { keepSession } = useAuth();
  const lang = useWriting();
  const offered = useOffered();
  const { collection } = managers[name];

  const settle = () => queries.invalidateQueries({ queryKey: siteKey });
  const reason = (error: unknown) => t.first([`error.${errorCode(error)}`, "error.internal"]);

  const undo = useMutation({
    mutationFn: (ids: readonly string[]) => keepSession(() => doAll(collection, "delete", ids)),
    onSuccess: () => toast({ title: t("paste.undone") }),
    onError: (error) => toast({ title: t("manager.delete.failed"), description: reason(error), tone: "destructive" }),
    onSettled: settle,
  });

  const add = useMutation({
    mutationFn: (rows: readonly PastedRow[]) => {
      const items = rows.map((row) => creationFrom(row, { name, quick, trade, lang, offered, t }));
      const sent = JSON.stringify(rows);
      const key = tried?.rows === sent ? tried.key : randomKey();
      onTry({ rows: sent, key });
      return keepSession(() => createServices(key, items));
    },
    onSuccess: (ids) => {
      onAdded();
      toast({
        title: t("paste.added", { count: numberText(shown, ids.length) }),
        action: toastAction(t("manager.undo"), () => undo.mutate(ids)),
      });
      void navigate(editPath(name));
    },
    onSettled: settle,
  });

  /** The places of the rows that the server refused. */
  const refused = new Set(
    add.error instanceof ApiError ? add.error.issues.map(({ field }) => Number(field.split(".")[0])) : [],
  );
  return { add, refused, reason };
}
