import { useMutation, useQueryClient } from "@tanstack/react-query";
import { cancelled } from "../../../api/account";
import { codesKey } from "../../../api/codes";
import { errorCode } from "../../../api/errors";
import { useT } from "../../../i18n/language";
import { toast } from "../../../lib/toast";
import { useAuth } from "../sign-in/auth";

type Ways<Answer> = { success: string; onDone: (answer: Answer) => void };

/** A change to codes: shows a toast and refetches the list. The form shows validation issues. */
export function useCodeChange<Input, Answer>(change: (input: Input) => Promise<Answer>, ways: Ways<Answer>) {
  const t = useT();
  const queries = useQueryClient();
  const { keepSession } = useAuth();
  return useMutation({
    mutationFn: (input: Input) => keepSession(() => change(input)),
    onSuccess: async (answer) => {
      await queries.invalidateQueries({ queryKey: codesKey });
      toast({ title: ways.success });
      ways.onDone(answer);
    },
    onError: (error) => {
      if (errorCode(error) === "invalid" || errorCode(error) === cancelled) return;
      const description = t.first([`error.${errorCode(error)}.codes`, `error.${errorCode(error)}`, "error.internal"]);
      toast({ title: t("codes.failed"), description, tone: "destructive" });
    },
  });
}
