import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { changeSamples, countsQuery, type SampleDeed } from "../../../api/collections";
import { errorCode } from "../../../api/errors";
import { siteKey } from "../../../api/queries";
import { useLanguage } from "../../../i18n/language";
import { toast } from "../../../lib/toast";
import { Button } from "../../../ui/button";
import { useAuth } from "../sign-in/auth";
import { toastAction } from "../ui/toast-action";
import { numberText } from "../values/number-text";

const done = { remove: "samples.removed", restore: "samples.restored", keep: "samples.kept" } as const;

/** Removes the sample items of all lists in one click, or keeps them as the owner's. */
export function Samples() {
  const { lang, t } = useLanguage();
  const queries = useQueryClient();
  const { keepSession } = useAuth();
  const counts = useQuery(countsQuery).data;
  const change = useMutation({
    mutationFn: (deed: SampleDeed) => keepSession(() => changeSamples(deed)),
    onSuccess: (_, deed) => {
      const undo = toastAction(t("admin.undo"), () => change.mutate("restore"));
      toast({ title: t(done[deed]), ...(deed === "remove" ? { action: undo } : {}) });
      return queries.invalidateQueries({ queryKey: siteKey });
    },
    onError: (error) => {
      const description = t.first([`error.${errorCode(error)}`, "error.internal"]);
      toast({ title: t("samples.failed"), description, tone: "destructive" });
    },
  });
  const count = Object.values(counts ?? {}).reduce((sum, { samples }) => sum + samples, 0);
  if (count === 0) return null;
  return (
    <section aria-labelledby="samples" className="grid gap-3 rounded-card border border-line bg-white p-4 shadow-card">
      <div>
        <h2 id="samples" className="font-bold">
          {t("samples.title", { count: numberText(lang, count) })}
        </h2>
        <p className="text-sm text-muted">{t("samples.text")}</p>
      </div>
      <div className="flex flex-wrap gap-2.5 *:flex-auto">
        <Button disabled={change.isPending} onClick={() => change.mutate("remove")}>
          {t("samples.remove")}
        </Button>
        <Button disabled={change.isPending} onClick={() => change.mutate("keep")}>
          {t("samples.keep")}
        </Button>
      </div>
    </section>
  );
}
