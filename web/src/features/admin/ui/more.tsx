import type { UseInfiniteQueryResult } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef } from "react";
import { useT } from "../../../i18n/language";
import { Button } from "../../../ui/button";

type Props = { list: Pick<UseInfiniteQueryResult, "hasNextPage" | "isFetching" | "fetchNextPage"> };

/** The end of a list that goes on: its next page comes by scrolling or by a press. */
export function More({ list }: Props) {
  const t = useT();
  const more = () => {
    if (list.hasNextPage && !list.isFetching) void list.fetchNextPage();
  };
  const end = useRef<HTMLDivElement>(null);
  const near = useEffectEvent((all: IntersectionObserverEntry[]) => {
    if (all[0]?.isIntersecting) more();
  });
  useEffect(() => {
    if (!end.current) return;
    const observer = new IntersectionObserver((all) => near(all), { rootMargin: "400px" });
    observer.observe(end.current);
    return () => observer.disconnect();
  }, []);
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
