import type { Post } from "../../api/types";
import { useLanguage } from "../../i18n/language";
import { Chips } from "../../ui/chips";
import { SanitisedHtml } from "../../ui/sanitised-html";
import { Byline } from "./byline";

export function Article({ post }: { post: Post }) {
  const { lang: pageLang, t } = useLanguage();
  const { title, categories, content, cover, coverSet, lang } = post;
  return (
    <article className="grid grid-cols-1 gap-4 bg-page wrap-anywhere">
      <Chips label={t("blog.categories")} items={categories} lang={lang} />
      <h1
        lang={lang}
        className="text-3xl leading-tight font-extrabold text-balance indic:leading-normal lg:text-[2.5rem]"
      >
        {title}
      </h1>
      <Byline {...post} />
      {lang !== pageLang && (
        <p className="rounded-card border border-line bg-ivory px-4 py-3 text-sm">{t(`blog.writtenIn.${lang}`)}</p>
      )}
      {cover && (
        <img
          srcSet={coverSet}
          sizes={coverSet && "(min-width: 48rem) 45rem, 92vw"}
          src={cover}
          alt=""
          width={1600}
          height={900}
          decoding="async"
          className="mt-2 aspect-video w-full rounded-card object-cover"
        />
      )}
      <SanitisedHtml html={content} lang={lang} className="mt-2 text-lg" />
    </article>
  );
}
