import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link2, Share2 } from "lucide-react";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { cancelled } from "../../../api/account";
import { errorCode } from "../../../api/errors";
import { endReportLink, type MadeLink, makeReportLink, type ReportLink, reportLinksQuery } from "../../../api/insights";
import { useT } from "../../../i18n/language";
import { toast } from "../../../lib/toast";
import { Button } from "../../../ui/button";
import { CopyField } from "../../../ui/copy-field";
import { Dialog } from "../../../ui/dialog";
import { Field } from "../../../ui/field";
import { TextInput } from "../../../ui/text-input";
import { SureDialog } from "../form/sure-dialog";
import { Pending } from "../frame/pending";
import { useAuth } from "../sign-in/auth";
import { TextButton } from "../ui/text-button";
import { shortDay, today } from "../values/days";

const lives = ["7", "30", "90"] as const;
const longestLabel = 60;

/** Creates and revokes links to the reports. */
export function ShareDialog({ onClose }: { onClose: () => void }) {
  const t = useT();
  const queries = useQueryClient();
  const { keepSession } = useAuth();
  const links = useQuery(reportLinksQuery);
  const [ending, setEnding] = useState<Named | null>(null);
  const { register, handleSubmit, reset } = useForm({ defaultValues: { label: "", days: "30", money: false } });
  const refresh = () => queries.invalidateQueries(reportLinksQuery);
  const failed = (error: unknown) => {
    if (errorCode(error) === cancelled) return;
    const full = errorCode(error) === "full";
    toast({ title: t(full ? "insights.share.full" : "insights.share.failed"), tone: "destructive" });
  };
  const make = useMutation({
    mutationFn: (link: { label: string; days: string; money: boolean }) =>
      keepSession(() => makeReportLink({ ...link, days: Number(link.days) as 7 | 30 | 90 })),
    onSuccess: () => {
      reset();
      return refresh();
    },
    onError: failed,
  });
  const end = useMutation({
    mutationFn: (id: number) => keepSession(() => endReportLink(id)),
    onSuccess: () => {
      make.reset();
      toast({ title: t("insights.share.ended") });
      return refresh();
    },
    onError: (error) => {
      failed(error);
      return refresh(); // the link may already be gone
    },
  });
  return (
    <>
      <Dialog title={t("insights.share")} closeLabel={t("common.close")} onClose={onClose} className="sm:max-w-lg">
        <div className="grid grid-cols-1 gap-5">
          <p className="text-muted">{t("insights.share.about")}</p>
          {make.data && <Made link={make.data} />}
          <form onSubmit={handleSubmit((link) => make.mutate(link))} className="grid grid-cols-1 gap-4">
            <Field label={t("insights.share.label")}>
              {(control) => <TextInput maxLength={longestLabel} {...control} {...register("label")} />}
            </Field>
            <fieldset className="grid gap-2">
              <legend className="mb-1.5 font-semibold text-sm">{t("insights.share.days")}</legend>
              <div className="flex flex-wrap gap-2">
                {lives.map((n) => (
                  <label key={n} className="choice px-4">
                    <input type="radio" value={n} {...register("days")} />
                    {t("insights.share.days.n", { n })}
                  </label>
                ))}
              </div>
            </fieldset>
            <label className="choice px-4">
              <input type="checkbox" {...register("money")} />
              {t("insights.share.money")}
            </label>
            <Button tone={make.data ? "plain" : "gold"} type="submit" disabled={make.isPending}>
              <Link2 size={18} />
              {t("insights.share.make")}
            </Button>
          </form>
          {links.data ? (
            <Working links={links.data} busy={end.isPending} onEnd={setEnding} />
          ) : (
            <Pending query={links} />
          )}
        </div>
      </Dialog>
      {ending && (
        <SureDialog
          title={t("insights.share.end.sure", { name: ending.name })}
          text={t("insights.share.end.text")}
          keep={t("manager.cancel")}
          action={t("draftLink.end")}
          onSure={() => {
            setEnding(null);
            end.mutate(ending.id);
          }}
          onClose={() => setEnding(null)}
        />
      )}
    </>
  );
}

function Made({ link }: { link: MadeLink }) {
  const t = useT();
  const share = () => {
    // Closing the system's share sheet without a choice is not a failure.
    void navigator.share({ url: link.url }).catch(() => {});
  };
  return (
    <div data-made="" role="status" className="grid gap-2 rounded-card border border-line bg-ivory p-4">
      <div>
        <CopyField
          label={t("insights.share.made")}
          copyLabel={t("draftLink.copy")}
          value={link.url}
          onCopied={(done) => toast({ title: t(done ? "draftLink.copied" : "draftLink.notCopied") })}
        />
      </div>
      {"share" in navigator && (
        <Button onClick={share}>
          <Share2 size={18} />
          {t("next.share")}
        </Button>
      )}
      <p className="text-sm">{t("insights.share.once")}</p>
    </div>
  );
}

type Named = { id: number; name: string };

type WorkingProps = { links: readonly ReportLink[]; busy: boolean; onEnd: (link: Named) => void };

function Working({ links, busy, onEnd }: WorkingProps) {
  const t = useT();
  const day = (moment: string) => shortDay(t, today(Date.parse(moment)));
  if (links.length === 0) return null;
  return (
    <section aria-labelledby="working-links">
      <h3 id="working-links" className="eyebrow mb-1">
        {t("insights.share.links")}
      </h3>
      <ul className="divide-y divide-line">
        {links.map(({ id, label, money, createdAt, expiresAt }) => {
          const name = label || t("insights.share.unnamed", { day: day(createdAt) });
          return (
            <li key={id} className="flex items-center justify-between gap-3 py-1">
              <div className="min-w-0">
                <p className="wrap-anywhere">{name}</p>
                <p className="text-muted text-sm">
                  {t(money ? "insights.share.until.money" : "insights.share.until", { day: day(expiresAt) })}
                </p>
              </div>
              <TextButton
                disabled={busy}
                aria-haspopup="dialog"
                onClick={() => onEnd({ id, name })}
                className="shrink-0"
              >
                {t("insights.share.end")}
                <span className="sr-only">: {name}</span>
              </TextButton>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
