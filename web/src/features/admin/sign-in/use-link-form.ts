import { useMutation } from "@tanstack/react-query";
import type { ApiError } from "../../../api/errors";
import { useT } from "../../../i18n/language";
import { toast } from "../../../lib/toast";
import { issueText } from "../values/issue-text";

type Ends = {
  onDone: () => void;
  /** The link does not work, or no longer works. */
  onDead?: () => void;
};

/** Submits a form of a signed-out person. Validation issues are shown beside the inputs. */
export function useLinkForm<Input>(call: (input: Input) => Promise<unknown>, { onDone, onDead }: Ends) {
  const t = useT();
  const sent = useMutation<unknown, ApiError, Input>({
    mutationFn: call,
    onSuccess: onDone,
    onError: ({ code, issues, retrySeconds }) => {
      if (issues.length > 0) return;
      if (onDead && (code === "not_found" || code === "conflict")) return onDead();
      const minutes = Math.max(1, Math.ceil(retrySeconds / 60));
      const description = t.first([retrySeconds > 0 ? `error.${code}.wait` : "", `error.${code}`, "error.internal"], {
        minutes,
      });
      toast({ title: t("toast.error"), description, tone: "destructive" });
    },
  });
  const issues = sent.error?.issues ?? [];
  return {
    send: (input: Input) => sent.mutate(input),
    busy: sent.isPending,
    issue: (field: string, label: string) => {
      const found = issues.find((issue) => issue.field === field);
      return found && issueText(t, label, field, found);
    },
  };
}
