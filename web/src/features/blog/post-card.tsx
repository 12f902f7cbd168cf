import { ArrowRight } from "lucide-react";
import type { PostCard as Post } from "../../api/types";
import { useT } from "../../i18n/language";
import { cx } from "../../lib/cx";
import { Card, CardTitle, stretched } from "../../ui/card";
import { Chips } from "../../ui/chips";
import { Byline } from "./byline";

export function PostCard({ post, id }: { post: Post; id: string }) {
  const t = useT();
  const { href, title, teaser, categories, lang } = post;
  return (
    <Card id={id} className="scroll-mt-4">
      <Chips label={t("blog.categories")} items={categories} lang={lang} />
      <CardTitle lang={lang}>{title}</CardTitle>
      <Byline {...post} />
      <p lang={lang} className="mb-auto">
        {teaser}
      </p>
      <a
        href={href}
        className={cx(
          "inline-flex min-h-11 items-center gap-1.5 self-start font-semibold text-gold-ink hover:underline",
          stretched,
        )}
      >
        {t("blog.readMore")}
        <span lang={lang} className="sr-only">
          {title}
        </span>
        <ArrowRight size={18} />
      </a>
    </Card>
  );
}
