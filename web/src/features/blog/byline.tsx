import type { PostCard } from "../../api/types";
import { useLanguage } from "../../i18n/language";

type Props = Pick<PostCard, "author" | "date" | "dateTime" | "lang">;

/** Names the article's language if it differs from the page's. */
export function Byline({ author, date, dateTime, lang }: Props) {
  const { lang: pageLang, t } = useLanguage();
  return (
    <p className="text-sm text-muted">
      {author} · <time dateTime={dateTime}>{date}</time>
      {lang !== pageLang && (
        <>
          {" · "}
          <span lang={lang}>{t(`language.${lang}`)}</span>
        </>
      )}
    </p>
  );
}
