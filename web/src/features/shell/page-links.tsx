import { useT } from "../../i18n/language";
import { cx } from "../../lib/cx";

type Props = { pages?: readonly number[]; page?: number; firstHref: string };

/** Pagination: the pages near the current one, and round numbers further away. */
export function PageLinks({ pages, page, firstHref }: Props) {
  const t = useT();
  if (!pages) return null;
  return (
    <nav aria-label={t("pages.label")} className="mt-6 flex flex-wrap justify-center gap-1">
      {pages.map((number) => (
        <a
          key={number}
          href={number === 1 ? firstHref : `?page=${number}`}
          aria-label={t("pages.one", { page: number })}
          aria-current={number === page ? "page" : undefined}
          className={cx(
            "grid min-h-11 min-w-11 place-content-center rounded-button hover:bg-ivory",
            number === page ? "font-bold" : "text-gold-ink",
          )}
        >
          {number}
        </a>
      ))}
    </nav>
  );
}
