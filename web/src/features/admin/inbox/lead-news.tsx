import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useNavigate } from "react-router";
import { eventsHref, leadsKey, type LeadNews as News, withoutSingle } from "../../../api/inbox";
import { useT } from "../../../i18n/language";
import { toast } from "../../../lib/toast";
import { leadPath } from "../../../paths";
import { toastAction } from "../ui/toast-action";

/** Hears of new messages wherever the owner is, says so, and lets every list read them. */
export function LeadNews() {
  const t = useT();
  const queries = useQueryClient();
  const navigate = useNavigate();

  useEffect(() => {
    const stream = new EventSource(eventsHref);
    stream.addEventListener("lead", ({ data }: MessageEvent<string>) => {
      const { what, id, kind, reference = "" } = JSON.parse(data) as News;
      void queries.invalidateQueries(what === "removed" ? withoutSingle : { queryKey: leadsKey });
      if (what !== "new" || !id || !kind) return;
      toast({
        title: t(`inbox.news.${kind}`, { reference }),
        list: "stack",
        action: toastAction(t("inbox.news.open"), () => void navigate(leadPath(id))),
      });
    });
    return () => stream.close();
  }, [queries, navigate, t]);

  return null;
}
