import type { UseInfiniteQueryResult } from "@tanstack/react-query";
import { useT } from "../../../i18n/language";
import { Button } from "../../../ui/button";
import { useWhenSeen } from "./use-when-seen";

type Props = { list: Pick<UseInfiniteQueryResult, "hasNextPage" | "isFetching" | "fetchNextPage"> };

/** The end of a list that goes on: its next page comes by scrolling or by a press. */
export function More({ list }: Props) {
  const t = useT();
  const more = () => {
    if (list.hasNextPage && !list.isFetching) void list.fetchNextPage();
  };
  const end = useWhenSeen(more);
  return (
    <div ref={end} className="empty:hidden">
      {list.hasNextPage && (
        <Button onClick={more} disabled={list.isFetching} className="w-full">
          {t("admin.more")}
        </Button>
      )}
    </div>
  );
}
