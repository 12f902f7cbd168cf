import { useT } from "../../i18n/language";
import type { BasketLine } from "../../lib/basket";
import { basketTotal, lineTotal } from "../../lib/basket-total";

/** What will be asked for, with the prices that the visitor saw. */
export function BasketLines({ lines }: { lines: readonly BasketLine[] }) {
  const t = useT();
  const total = basketTotal(t, lines);
  return (
    <section aria-label={t("basket.asking")} className="rounded-card border border-line bg-ivory px-4">
      <ul className="divide-y divide-line">
        {lines.map((line) => (
          <ListedLine
            key={line.id}
            title={`${line.quantity} × ${line.title}`}
            about={[line.unit, line.quantity > 1 && lineTotal(line) && line.price].filter(Boolean).join(" · ")}
            price={lineTotal(line) || line.price}
          />
        ))}
      </ul>
      {total && (
        <p className="flex justify-between gap-3 border-t border-line py-2.5 font-bold">
          <span className="shrink-0">{t("basket.total")}</span> <span className="text-right">{total}</span>
        </p>
      )}
    </section>
  );
}

type Listed = { title: string; about: string | undefined; price: string | undefined };

export function ListedLine({ title, about, price }: Listed) {
  return (
    <li className="flex items-start justify-between gap-3 py-2.5">
      <span className="min-w-0 wrap-anywhere">
        <span className="font-semibold">{title}</span>
        {about && <span className="block text-sm text-muted">{about}</span>}
      </span>
      {price && <span className="shrink-0">{price}</span>}
    </li>
  );
}
