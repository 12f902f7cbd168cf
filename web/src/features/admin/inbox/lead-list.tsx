import { useInfiniteQuery } from "@tanstack/react-query";
import { useLocation } from "react-router";
import { leadsQuery } from "../../../api/inbox";
import { useT } from "../../../i18n/language";
import { Empty } from "../../../ui/empty";
import { Pending } from "../frame/pending";
import { More } from "../ui/more";
import { LeadRow } from "./lead-row";
import type { usePicked } from "./use-picked";

export function LeadList({ status, q, lead, picked }: ReturnType<typeof usePicked>) {
  const t = useT();
  const { pathname, search } = useLocation();
  const list = useInfiniteQuery(leadsQuery(picked));

  const toLead = (id: number) => {
    const params = new URLSearchParams(search);
    params.set("lead", String(id));
    return `${pathname}?${params}`;
  };

  const leads = list.data?.pages.flatMap(({ leads }) => leads);
  return (
    <section aria-label={t("inbox.list")} className="grid grid-cols-1 content-start gap-4">
      {!leads && <Pending query={list} />}
      {leads?.length === 0 && (
        <Empty>
          <p>{q ? t("inbox.empty.search", { text: q }) : t.first([`inbox.empty.${status}`, "inbox.empty"])}</p>
        </Empty>
      )}
      {leads && leads.length > 0 && (
        <ul className="-mx-5 divide-y divide-line border-y border-line bg-white lg:mx-0 lg:overflow-hidden lg:rounded-card lg:border">
          {leads.map((one) => (
            <li key={one.id}>
              <LeadRow lead={one} to={toLead(one.id)} current={one.id === lead} />
            </li>
          ))}
        </ul>
      )}
      <More list={list} />
    </section>
  );
}
