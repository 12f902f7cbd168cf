import { useLocation } from "react-router";
import { useT } from "../../../i18n/language";
import { cx } from "../../../lib/cx";
import { Empty } from "../../../ui/empty";
import { Note } from "../ui/note";
import { InboxFilters } from "./inbox-filters";
import { LeadDetail } from "./lead-detail";
import { LeadList } from "./lead-list";
import { MailsNotice } from "./mails-notice";
import { UnsolvedNotice } from "./unsolved-notice";
import { useNeighbours } from "./use-neighbours";
import { usePicked } from "./use-picked";

/** The list, with the open message beside it or, on a phone, in its place. */
export function Inbox() {
  const t = useT();
  const { pathname, search } = useLocation();
  const inbox = usePicked();
  const { status, lead, picked, change } = inbox;
  const { previous, next } = useNeighbours(picked, lead);
  const rest = new URLSearchParams(search);
  rest.delete("lead");
  const pathOf = (id: number | undefined) =>
    id === undefined ? id : `${pathname}?${new URLSearchParams([...rest, ["lead", String(id)]])}`;
  return (
    <div className="lg:grid lg:grid-cols-[minmax(20rem,26rem)_1fr] lg:items-start lg:gap-8">
      <div className={cx("grid-cols-1 content-start gap-4", lead ? "hidden lg:grid" : "grid")}>
        <MailsNotice />
        {status !== "spam" && <UnsolvedNotice />}
        <InboxFilters {...inbox} />
        {status === "spam" && <Note>{t("inbox.spam.about")}</Note>}
        <LeadList {...inbox} />
      </div>
      <div className={cx(!lead && "hidden lg:block")}>
        {lead ? (
          <LeadDetail
            key={lead}
            id={lead}
            back={`${pathname}?${rest}`}
            previous={pathOf(previous)}
            next={pathOf(next)}
            onGone={() => change({ lead: "" })}
          />
        ) : (
          <Empty>
            <p>{t("inbox.choose")}</p>
          </Empty>
        )}
      </div>
    </div>
  );
}
