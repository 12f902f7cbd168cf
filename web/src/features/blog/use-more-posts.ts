import { useEffect, useRef, useState } from "react";
import type { Blog, PostCard } from "../../api/types";
import { useLanguage } from "../../i18n/language";
import { toast } from "../../lib/toast";

const step = 4;

/** The way to ask comes with the first press: many readers find what they want among the first four. */
const loadFetch = () => import("../../api/posts").then((module) => module.fetchPosts);

function joined(posts: readonly PostCard[], next: readonly PostCard[]): PostCard[] {
  return [...posts, ...next.filter(({ id }) => posts.every((post) => post.id !== id))];
}

export function useMorePosts(blog: Blog) {
  const { lang, t } = useLanguage();
  const [grown, setGrown] = useState(blog.posts.length > step ? blog : null);
  const [busy, setBusy] = useState(false);
  const drawn = useRef(blog);
  const { posts, total } = grown ?? blog;

  // Newer content comes with the first four only; as many as the reader had are asked for anew.
  useEffect(() => {
    if (drawn.current === blog) return;
    drawn.current = blog;
    if (!grown) return;
    loadFetch()
      .then((fetchPosts) => fetchPosts({ lang, offset: 0, limit: grown.posts.length }))
      .then(setGrown, () => {});
  }, [blog, grown, lang]);

  const loadMore = async (): Promise<boolean> => {
    if (busy) return false;
    setBusy(true);
    try {
      const fetchPosts = await loadFetch();
      const next = await fetchPosts({ lang, offset: posts.length, limit: step });
      setGrown({ posts: joined(posts, next.posts), total: next.total });
      return true;
    } catch {
      toast({ title: t("toast.error"), description: t("common.offline"), tone: "destructive" });
      return false;
    } finally {
      setBusy(false);
    }
  };

  /** Shows the next step without us; the server counts in whole steps. */
  const moreHref = `?shown=${(Math.ceil(posts.length / step) + 1) * step}`;
  return { posts, total, busy, loadMore, moreHref };
}
