import type { CSSProperties, Ref } from "react";
import { useLanguage } from "../../../i18n/language";
import { type Manager, type ManagerKey, managers } from "../collections";
import { textOf } from "../values/item-text";
import { numberText } from "../values/number-text";
import type { Group } from "./groups";

type Props = { name: ManagerKey; group: Group; rowRef?: Ref<HTMLTableRowElement>; style?: CSSProperties };

/** The heading of a group in a list, with the number of its items once it is known. */
export function GroupRow({ name, group, rowRef, style }: Props) {
  const { lang } = useLanguage();
  const { grouped = "title", columns }: Manager = managers[name];
  return (
    <tr ref={rowRef} style={style} className="block bg-mist lg:table-row">
      <th
        scope="rowgroup"
        colSpan={columns.length + 2}
        className="block px-4 pt-4 pb-2 text-left text-sm font-semibold wrap-anywhere text-muted lg:table-cell lg:border-b lg:border-line"
      >
        {textOf(group.first, grouped, lang)}
        {group.count !== undefined && ` · ${numberText(lang, group.count)}`}
      </th>
    </tr>
  );
}
