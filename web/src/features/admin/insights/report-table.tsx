import type { ReactNode } from "react";
import type { Column, ReportName, Sums } from "../../../api/insights";
import { useT } from "../../../i18n/language";
import { ScrollBox } from "../ui/scroll-box";
import { sum, useFigures } from "./figures";

export type Line = { key: string; name: ReactNode; sums: Sums };

type Props = {
  report: ReportName;
  /** The heading of the first column, if it differs from the report's default. */
  by?: string;
  columns: readonly Column[];
  rows: readonly Line[];
};

/** A report as a table. A wide table scrolls sideways within its card. */
export function ReportTable({ report, by, columns, rows }: Props) {
  const t = useT();
  const { plain } = useFigures();
  const name = t(`insights.report.${report}`);
  if (rows.length === 0) return <p className="text-muted">{t("insights.none")}</p>;
  return (
    <ScrollBox
      role="region"
      aria-label={t("insights.table.of", { report: name })}
      className="-mx-1 max-h-120 overflow-auto px-1"
    >
      <table className="w-full text-sm">
        <thead className="sticky top-0 bg-white text-left text-muted">
          <tr className="*:py-2 *:font-normal *:align-bottom">
            <th scope="col" className="min-w-28 pr-3">
              {by ?? t(`insights.by.${report}`)}
            </th>
            {columns.map((column) => (
              <th key={column} scope="col" className="pl-3 text-right">
                {t(`insights.column.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, name, sums }) => (
            <tr key={key} className="*:border-line *:border-t *:py-2">
              <th scope="row" className="pr-3 text-left font-normal wrap-anywhere">
                {name}
              </th>
              {columns.map((column) => (
                <td key={column} className="whitespace-nowrap pl-3 text-right tabular-nums">
                  {plain(column, sum(sums, column))}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}
