import type { LeadWhole } from "../../../api/inbox";
import { useT } from "../../../i18n/language";

type Detail = LeadWhole["details"][number];

/** The visitor's basket, with the prices that the visitor saw. */
export function LeadItems({ items }: { items: readonly Detail[] }) {
  const t = useT();
  // Two services may have the same name.
  const rows = items.flatMap(({ label, item }, number) => (item ? [{ label, item, number }] : []));
  return (
    <table className="w-full border-collapse text-left">
      <thead className="border-b border-line text-sm text-muted">
        <tr>
          <th className="py-1.5 pr-3 font-normal">{t("inbox.items.what")}</th>
          <th className="py-1.5 pr-3 text-right font-normal">{t("inbox.items.quantity")}</th>
          <th className="py-1.5 text-right font-normal">{t("inbox.items.price")}</th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line border-b border-line">
        {rows.map(({ label, item, number }) => (
          <tr key={number} className="align-top">
            <td className="py-2 pr-3">
              <span className="font-semibold">{label}</span>
              <span className="block text-sm text-muted">
                {[item.unit, item.quantity > 1 && item.total && item.price].filter(Boolean).join(" · ")}
              </span>
              {item.changed && <span className="block text-sm text-danger">{t("inbox.items.changed")}</span>}
            </td>
            <td className="py-2 pr-3 text-right font-semibold">{item.quantity}</td>
            <td className="py-2 text-right">{item.total || item.price}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        {items.map(
          ({ sum, value }) =>
            sum && (
              <tr key="sum" className="font-bold">
                <th scope="row" className="pt-2 pr-3">
                  {t("inbox.items.total")}
                </th>
                <td colSpan={2} className="pt-2 text-right">
                  {value}
                </td>
              </tr>
            ),
        )}
      </tfoot>
    </table>
  );
}
