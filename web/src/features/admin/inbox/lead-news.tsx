import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useNavigate } from "react-router";
import { eventsHref, leadsKey, type LeadNews as News, withoutSingle } from "../../../api/inbox";
import { useT } from "../../../i18n/language";
import { toast } from "../../../lib/toast";
import { leadPath } from "../../../paths";
import { toastAction } from "../ui/toast-action";

/** The delay before reconnecting after a response that was not a stream, because browsers do not retry then. */
const comeBackMs = 5000;

/** Listens for new messages on every screen, shows a toast, and refetches all lists. */
export function LeadNews() {
  const t = useT();
  const queries = useQueryClient();
  const navigate = useNavigate();

  useEffect(() => {
    const hear = ({ data }: MessageEvent<string>) => {
      const { what, id, kind, reference = "" } = JSON.parse(data) as News;
      void queries.invalidateQueries(what === "removed" ? withoutSingle : { queryKey: leadsKey });
      if (what !== "new" || !id || !kind) return;
      toast({
        title: t(`inbox.news.${kind}`, { reference }),
        list: "stack",
        action: toastAction(t("inbox.news.open"), () => void navigate(leadPath(id))),
      });
    };
    let stream: EventSource | undefined;
    let missed = false;
    let again: ReturnType<typeof setTimeout> | undefined;
    const listen = () => {
      clearTimeout(again);
      stream?.close();
      stream = undefined;
      if (document.hidden) return;
      stream = new EventSource(eventsHref);
      stream.addEventListener("lead", hear);
      stream.addEventListener("open", () => {
        if (missed) void queries.invalidateQueries({ queryKey: leadsKey });
        missed = true;
      });
      // During a restart the server answers 502 or 503 for a moment.
      stream.addEventListener("error", () => {
        if (stream?.readyState === EventSource.CLOSED) again = setTimeout(listen, comeBackMs);
      });
    };
    listen();
    // With HTTP/1.1 a browser opens at most six connections per host. Background tabs close their stream, so that
    // they do not use them up.
    document.addEventListener("visibilitychange", listen);
    return () => {
      document.removeEventListener("visibilitychange", listen);
      clearTimeout(again);
      stream?.close();
    };
  }, [queries, navigate, t]);

  return null;
}
