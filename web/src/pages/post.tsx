import { useWebsiteContent } from "../api/website-content";
import { Article } from "../features/blog/article";
import { MissingPost } from "../features/blog/missing-post";
import { ShareButton } from "../features/share/share-button";
import { Ending } from "../features/shell/ending";
import { Subpage } from "../features/shell/subpage";
import { useT } from "../i18n/language";
import { addWords, type Words } from "../i18n/words";
import { blogPath, within } from "../paths";
import { ButtonLink } from "../ui/button";

const shareWords = import.meta.glob<Words>("../../../locales/*.json", { query: "?of=share", import: "default" });
const loadShare = () =>
  Promise.all([import("../features/share/share-dialog"), addWords(shareWords)]).then(([module]) => module.ShareDialog);

export function Page() {
  const t = useT();
  const { post, url = "", shell } = useWebsiteContent();
  const blogHref = within(shell.home, blogPath);
  return (
    <Subpage backHref={blogHref} backLabel={t("blog.backToBlog")} className="max-w-180">
      {post ? (
        <>
          <Article post={post} />
          <Ending nextLabel={t("blog.next")}>
            <ShareButton load={loadShare} what="page" url={url} name={post.title} label={t("next.share")} />
          </Ending>
        </>
      ) : (
        <MissingPost blogHref={blogHref} />
      )}
      <div className="mt-8 text-center print:hidden">
        <ButtonLink href={blogHref}>{t("blog.backToAll")}</ButtonLink>
      </div>
    </Subpage>
  );
}
