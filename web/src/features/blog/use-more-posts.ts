import { useEffect, useRef, useState } from "react";
import type { Blog, PostCard } from "../../api/types";
import { useLanguage } from "../../i18n/language";
import { toast } from "../../lib/toast";

const step = 4;
/** The size of a server page. Visitors without JavaScript use the following pages. */
const pageSize = 40;

/** The API client is loaded on the first click, because many visitors need only the first four articles. */
const loadFetch = () => import("../../api/posts").then((module) => module.fetchPosts);

const pageHref = (page: number) => `?page=${page}`;

function joined(posts: readonly PostCard[], next: readonly PostCard[]): PostCard[] {
  return [...posts, ...next.filter(({ id }) => posts.every((post) => post.id !== id))];
}

export function useMorePosts(blog: Blog) {
  const { lang, t } = useLanguage();
  const [grown, setGrown] = useState(blog.posts.length > step ? blog : null);
  const [busy, setBusy] = useState(false);
  const drawn = useRef(blog);
  const { posts, total } = grown ?? blog;
  const { first = 0 } = blog;
  const shown = first + posts.length;

  // When the page gets newer content, it contains only the first four articles, so the others are refetched.
  useEffect(() => {
    if (drawn.current === blog) return;
    drawn.current = blog;
    if (!grown) return;
    loadFetch()
      .then((fetchPosts) => fetchPosts({ lang, offset: first, limit: grown.posts.length }))
      .then(setGrown, () => {});
  }, [blog, first, grown, lang]);

  const loadMore = async (): Promise<boolean> => {
    if (busy) return false;
    setBusy(true);
    try {
      const fetchPosts = await loadFetch();
      const next = await fetchPosts({ lang, offset: shown, limit: step });
      setGrown({ posts: joined(posts, next.posts), total: next.total });
      return true;
    } catch {
      toast({ title: t("toast.error"), description: t("common.offline"), tone: "destructive" });
      return false;
    } finally {
      setBusy(false);
    }
  };

  /**
   * The URL that shows one more step of posts, at most one server page. The count is rounded up to whole steps, because
   * the server accepts no other.
   */
  const grownHref = `?shown=${Math.min((Math.ceil(shown / step) + 1) * step, pageSize)}`;
  /** The link for visitors without JavaScript. */
  const moreHref = shown < pageSize ? grownHref : pageHref(Math.floor(shown / pageSize) + 1);
  const newerHref = first > 0 ? pageHref(Math.ceil(first / pageSize)) : null;
  return { posts, total, first, shown, busy, loadMore, grownHref, moreHref, newerHref };
}
