import { useWebsiteContent } from "../api/website-content";
import { Article } from "../features/blog/article";
import { MissingPost } from "../features/blog/missing-post";
import { Subpage } from "../features/shell/subpage";
import { useT } from "../i18n/language";
import { blogPath, within } from "../paths";
import { ButtonLink } from "../ui/button";

export function Page() {
  const t = useT();
  const { post, shell } = useWebsiteContent();
  const blogHref = within(shell.home, blogPath);
  return (
    <Subpage backHref={blogHref} backLabel={t("blog.backToBlog")} className="max-w-180">
      {post ? <Article post={post} /> : <MissingPost blogHref={blogHref} />}
      <div className="mt-10 text-center">
        <ButtonLink href={blogHref}>{t("blog.backToAll")}</ButtonLink>
      </div>
    </Subpage>
  );
}
