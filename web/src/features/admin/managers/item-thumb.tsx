import type { Item } from "../../../api/types";
import { IconWell } from "../../../ui/icon-well";
import { type ManagerKey, managers, rulesOf } from "../collections";
import { iconOf } from "../icons";
import { typedText } from "../values/item-text";
import { smallest } from "../values/smallest";
import { BlockMark } from "./block-mark";

/** The picture or icon of an item in its list. */
export function ItemThumb({ name, item }: { name: ManagerKey; item: Item }) {
  const { collection, icon } = managers[name];
  if (collection === "blocks") return <BlockMark item={item} />;
  const filled = (kind: string) =>
    rulesOf(collection)
      .filter(([, rule]) => rule.kind === kind)
      .map(([field]) => typedText(item.values[field]))
      .find(Boolean);
  const picture = filled("image") ?? item.picture;
  if (picture) {
    return (
      <img
        src={smallest(picture)}
        alt=""
        loading="lazy"
        className="size-10.5 shrink-0 rounded-well border border-line object-cover"
      />
    );
  }
  const own = filled("icon");
  return <IconWell icon={own ? iconOf(own) : icon} />;
}
