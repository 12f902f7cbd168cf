import { useEffect } from "react";
import { useT } from "../../i18n/language";
import { toast } from "../../lib/toast";

const redirectMs = 1500;

/** Says so and goes on to the list; the dead address does not stay in the history, so that Back never leads into it. */
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
