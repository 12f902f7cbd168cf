import type { UseInfiniteQueryResult } from "@tanstack/react-query";
import { useT } from "../../../i18n/language";
import { Button } from "../../../ui/button";

type Props = { list: Pick<UseInfiniteQueryResult, "hasNextPage" | "isFetching" | "fetchNextPage"> };

/** The end of a list that goes on: its next page comes by a press, so that what stands below it can be reached. */
export function More({ list }: Props) {
  const t = useT();
  if (!list.hasNextPage) return null;
  return (
    <Button onClick={() => void list.fetchNextPage()} disabled={list.isFetching} className="w-full">
      {t("admin.more")}
    </Button>
  );
}
