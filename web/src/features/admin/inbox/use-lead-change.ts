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
  /** What is read anew, if not everything. */
  reads?: InvalidateQueryFilters;
  /** Where the words are for why it was refused. */
  refused?: string;
};

/** A change of the inbox: it survives an ended session, says what came of it, and everything about leads is read anew. */
export function useLeadChange<Input, Output>(
  call: (input: Input) => Promise<Output>,
  { success, onDone, reads = { queryKey: leadsKey }, refused = "inbox.move" }: Done<Output> = {},
) {
  const t = useT();
  const queries = useQueryClient();
  const { keepSession } = useAuth();
  return useMutation({
    // One after the other: what is taken back was done before.
    scope: { id: "leads" },
    mutationFn: (input: Input) => keepSession(() => call(input)),
    onSuccess: (output) => {
      if (success) toast({ title: success });
      onDone?.(output);
    },
    onError: (error) => {
      const code = errorCode(error);
      // What a value was refused for stands beside its input.
      if (code === "invalid" || code === cancelled) return;
      const description = t.first([`${refused}.${code}`, `error.${code}`, "error.internal"]);
      toast({ title: t("toast.error"), description, tone: "destructive" });
    },
    onSettled: () => queries.invalidateQueries(reads),
  });
}
