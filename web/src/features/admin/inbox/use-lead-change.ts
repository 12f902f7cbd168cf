import { type InvalidateQueryFilters, useMutation, useQueryClient } from "@tanstack/react-query";
import { cancelled } from "../../../api/account";
import { errorCode } from "../../../api/errors";
import { leadsKey } from "../../../api/inbox";
import { useT } from "../../../i18n/language";
import { toast } from "../../../lib/toast";
import { useAuth } from "../sign-in/auth";

type Done<Output> = {
  success?: string | undefined;
  onDone?: (output: Output) => void;
  /** The queries to refetch; by default everything about leads. */
  reads?: InvalidateQueryFilters;
  /** The translation key prefix of the error messages. */
  refused?: string;
};

/** A change to the inbox: survives an expired session, shows a toast, and refetches everything about leads. */
export function useLeadChange<Input, Output>(
  call: (input: Input) => Promise<Output>,
  { success, onDone, reads = { queryKey: leadsKey }, refused = "inbox.move" }: Done<Output> = {},
) {
  const t = useT();
  const queries = useQueryClient();
  const { keepSession } = useAuth();
  return useMutation({
    // Run in order: an undo must follow the change that it undoes.
    scope: { id: "leads" },
    mutationFn: (input: Input) => keepSession(() => call(input)),
    onSuccess: (output) => {
      if (success) toast({ title: success });
      onDone?.(output);
    },
    onError: (error) => {
      const code = errorCode(error);
      // The form shows these issues beside the inputs.
      if (code === "invalid" || code === cancelled) return;
      const description = t.first([`${refused}.${code}`, `error.${code}`, "error.internal"]);
      toast({ title: t("toast.error"), description, tone: "destructive" });
    },
    onSettled: () => queries.invalidateQueries(reads),
  });
}
