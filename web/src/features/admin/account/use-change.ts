import { useMutation, useQueryClient } from "@tanstack/react-query";
import { accountQuery, cancelled } from "../../../api/account";
import type { ApiError } from "../../../api/errors";
import { useT } from "../../../i18n/language";
import { toast } from "../../../lib/toast";
import { useAuth } from "../sign-in/auth";

/** A change to the account: asks for confirmation if needed, shows the result as a toast, and refetches the account. */
export function useChange<Input, Output>(
  call: (input: Input) => Promise<Output>,
  {
    success,
    onDone,
  }: { success?: string | ((output: Output) => string | undefined); onDone?: (output: Output) => void },
) {
  const t = useT();
  const queries = useQueryClient();
  const { keepSession } = useAuth();
  return useMutation<Output, ApiError, Input>({
    mutationFn: (input) => keepSession(() => call(input)),
    onSuccess: async (output) => {
      const description = typeof success === "function" ? success(output) : success;
      if (description) toast({ title: t("toast.success"), description });
      onDone?.(output);
      await queries.invalidateQueries(accountQuery);
    },
    onError: ({ code, issues }) => {
      // The form shows these issues beside the inputs.
      if (code === cancelled || issues.length > 0) return;
      toast({
        title: t("toast.error"),
        description: t.first([`error.${code}`, "error.internal"]),
        tone: "destructive",
      });
    },
  });
}
