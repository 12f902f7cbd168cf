import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link2 } from "lucide-react";
import { cancelled } from "../../../api/account";
import { draftLinkQuery, endDraftLink, type DraftLink as Made, makeDraftLink } from "../../../api/collections";
import { errorCode } from "../../../api/errors";
import { useT } from "../../../i18n/language";
import type { Lang } from "../../../lib/lang";
import { toast } from "../../../lib/toast";
import { Button } from "../../../ui/button";
import { CopyField } from "../../../ui/copy-field";
import { useAuth } from "../sign-in/auth";
import { TextButton } from "../ui/text-button";
import { shortDay, today } from "../values/days";

/** A link that lets others read a draft for a week. Its secret is shown only once. */
export function DraftLink({ id, lang }: { id: string; lang: Lang }) {
  const t = useT();
  const queries = useQueryClient();
  const { keepSession } = useAuth();
  const { queryKey } = draftLinkQuery(id);
  const link = useQuery(draftLinkQuery(id)).data;
  const until = link?.expiresAt;
  const done = {
    onSuccess: (made: Made) => queries.setQueryData(queryKey, made),
    onError: (error: unknown) => {
      if (errorCode(error) !== cancelled) toast({ title: t("manager.failed"), tone: "destructive" });
    },
  };
  const make = useMutation({ mutationFn: () => keepSession(() => makeDraftLink(id, lang)), ...done });
  const end = useMutation({ mutationFn: () => keepSession(() => endDraftLink(id)).then(() => ({})), ...done });
  const onCopied = (copied: boolean) => {
    toast({ title: t(copied ? "draftLink.copied" : "draftLink.notCopied") });
  };
  return (
    <section aria-labelledby="draft-link" className="grid grid-cols-1 gap-2">
      <h2 id="draft-link" className="font-semibold">
        {t("draftLink.title")}
      </h2>
      <p role="status" className="text-sm text-muted">
        {until ? t("draftLink.until", { day: shortDay(t, today(Date.parse(until))) }) : t("draftLink.hint")}
      </p>
      {link?.url && (
        <div>
          <CopyField
            label={t("draftLink.label")}
            copyLabel={t("draftLink.copy")}
            value={link.url}
            onCopied={onCopied}
          />
        </div>
      )}
      <div className="flex flex-wrap gap-3">
        <Button disabled={make.isPending} onClick={() => make.mutate()}>
          <Link2 size={18} />
          {t(until ? "draftLink.renew" : "draftLink.make")}
        </Button>
        {until && (
          <TextButton disabled={end.isPending} onClick={() => end.mutate()}>
            {t("draftLink.end")}
          </TextButton>
        )}
      </div>
    </section>
  );
}
