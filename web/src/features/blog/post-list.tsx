import { type MouseEvent, useEffect, useRef } from "react";
import type { Blog } from "../../api/types";
import { useT } from "../../i18n/language";
import { takePress } from "../../lib/take-press";
import { ButtonLink } from "../../ui/button";
import { cardGrid } from "../../ui/card";
import { PostCard } from "./post-card";
import { useMorePosts } from "./use-more-posts";

const idOf = (index: number) => `article-${index + 1}`;

export function PostList({ blog }: { blog: Blog }) {
  const t = useT();
  const { posts, total, first, shown, busy, loadMore, grownHref, moreHref, newerHref } = useMorePosts(blog);
  const list = useRef<HTMLDivElement>(null);
  const firstNew = useRef("");
  const all = shown >= total;

  // The clicked link disappears with the last step, so the focus moves to the first new article.
  useEffect(() => {
    if (!all || !firstNew.current) return;
    list.current?.querySelector<HTMLElement>(`#${firstNew.current} a`)?.focus({ preventScroll: true });
    firstNew.current = "";
  }, [all]);

  // The list grows in place. The URL keeps the number shown, so that coming back restores the list.
  const onMore = async (event: MouseEvent) => {
    if (first > 0 || !takePress(event)) return;
    firstNew.current = idOf(shown);
    if (await loadMore()) history.replaceState(history.state, "", grownHref);
  };

  return (
    <>
      <div ref={list} className={cardGrid}>
        {posts.map((post, index) => (
          <PostCard key={post.id} post={post} id={idOf(first + index)} />
        ))}
      </div>
      <div className="mt-6 grid justify-items-center gap-3">
        <p role="status" className="text-sm text-muted">
          {t("blog.shown", { shown: first > 0 ? `${first + 1}–${shown}` : shown, total })}
        </p>
        {!all && (
          <ButtonLink href={`${moreHref}#${idOf(shown)}`} rel="next" onClick={onMore} aria-busy={busy}>
            {busy ? t("common.loading") : t("blog.loadMore")}
          </ButtonLink>
        )}
        {newerHref && (
          <ButtonLink href={newerHref} rel="prev">
            {t("blog.newer")}
          </ButtonLink>
        )}
      </div>
    </>
  );
}
