import { useEffect } from "react";
import { useT } from "../../i18n/language";
import { toast } from "../../lib/toast";

const redirectMs = 1500;

/** Shows a message and redirects to the list. The redirect replaces the history entry, so that Back skips this page. */
export function MissingPost({ blogHref }: { blogHref: string }) {
  const t = useT();

  useEffect(() => {
    toast({ title: t("blog.notFound"), description: t("blog.notFound.description"), tone: "destructive" });
    const timer = setTimeout(() => location.replace(blogHref), redirectMs);
    return () => clearTimeout(timer);
  }, [t, blogHref]);

  return (
    <div className="grid gap-3 py-8 text-center">
      <h1 className="text-3xl font-extrabold">{t("blog.notFound")}</h1>
      <p className="text-muted">{t("blog.notFound.help")}</p>
    </div>
  );
}
