import { useWebsiteContent } from "../api/website-content";
import { PostList } from "../features/blog/post-list";
import { PageLinks } from "../features/shell/page-links";
import { PageHead, Subpage } from "../features/shell/subpage";
import { useT } from "../i18n/language";
import { Empty } from "../ui/empty";

export function Page() {
  const t = useT();
  const { blog, shell } = useWebsiteContent();
  return (
    <Subpage backHref={shell.home} backLabel={t("common.backToHome")}>
      <PageHead title={t("blog.title")} subtitle={t.first(["blog.subtitle", ""])} />
      {blog?.posts.length ? <PostList blog={blog} /> : <Empty>{t("blog.empty")}</Empty>}
      <PageLinks {...blog} firstHref="?page=1" />
    </Subpage>
  );
}
