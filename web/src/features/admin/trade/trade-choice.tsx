import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Check } from "lucide-react";
import { useState } from "react";
import { errorCode } from "../../../api/errors";
import { saveSite, siteKey, storedSiteQuery, tradesQuery } from "../../../api/queries";
import { useLanguage } from "../../../i18n/language";
import { cx } from "../../../lib/cx";
import { toast } from "../../../lib/toast";
import { TextInput } from "../../../ui/text-input";
import { Pending } from "../frame/pending";
import { useAuth } from "../sign-in/auth";
import { Note } from "../ui/note";
import { toastAction } from "../ui/toast-action";
import { search } from "../values/match";

/** What the owner does. The choice changes the words of the pages and the sample services, nothing of the owner's. */
export function TradeChoice() {
  const { lang, t } = useLanguage();
  const [typed, setTyped] = useState("");
  const queries = useQueryClient();
  const { keepSession } = useAuth();
  const trades = useQuery(tradesQuery(lang));
  const stored = useQuery(storedSiteQuery);
  const choose = useMutation({
    mutationFn: (trade: string) =>
      keepSession(async () => {
        const { revision, site } = await queries.fetchQuery({ ...storedSiteQuery, staleTime: 0 });
        return { before: site.trade, saved: await saveSite({ revision, site: { trade } }) };
      }),
    onSuccess: ({ before, saved }) => {
      queries.setQueryData(storedSiteQuery.queryKey, saved);
      const undo = toastAction(t("admin.undo"), () => choose.mutate(before));
      toast({ title: t("trade.chosen"), description: t("trade.chosen.description"), action: undo });
    },
    onError: (error) =>
      toast({
        title: t("toast.error"),
        description: t.first([`error.${errorCode(error)}`, "error.internal"]),
        tone: "destructive",
      }),
    onSettled: () => queries.invalidateQueries({ queryKey: siteKey }),
  });
  if (!trades.data || !stored.data) {
    return <Pending query={trades.error ? trades : stored} label={t("admin.loadingContent")} />;
  }
  const chosen = choose.isPending ? choose.variables : stored.data.site.trade;
  const caution = trades.data.find(({ id }) => id === chosen)?.caution;
  const matching = search(trades.data, ({ search }) => search, typed);
  const found = trades.data.filter((trade) => trade.id === "other" || matching.includes(trade));
  return (
    <section className="grid grid-cols-1 gap-4">
      <p className="text-muted">{t("trade.intro")}</p>
      {caution && <Note>{caution}</Note>}
      <TextInput
        type="search"
        aria-label={t("trade.search")}
        placeholder={t("trade.search")}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <fieldset className="grid gap-2.5 sm:grid-cols-2" disabled={choose.isPending}>
        <legend className="sr-only">{t("screen.trade.title")}</legend>
        {found.map(({ id, name }) => (
          <label key={id} className="choice min-h-14 items-center p-3.5">
            <input type="radio" name="trade" value={id} checked={id === chosen} onChange={() => choose.mutate(id)} />
            <span className="min-w-0 flex-1 font-semibold">{name}</span>
            <span className={cx("text-gold-ink", id !== chosen && "invisible")}>
              <Check size={20} />
            </span>
          </label>
        ))}
      </fieldset>
    </section>
  );
}
