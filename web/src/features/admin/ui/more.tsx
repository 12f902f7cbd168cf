import type { UseInfiniteQueryResult } from "@tanstack/react-query";
import { useT } from "../../../i18n/language";
import { Button } from "../../../ui/button";

type Props = { list: Pick<UseInfiniteQueryResult, "hasNextPage" | "isFetching" | "fetchNextPage"> };

/** Loads the next page of a list on click, so that the content below the list stays reachable. */
export function More({ list }: Props) {
  const t = useT();
  if (!list.hasNextPage) return null;
  return (
    <Button onClick={() => void list.fetchNextPage()} disabled={list.isFetching} className="w-full">
      {t("admin.more")}
    </Button>
  );
}
