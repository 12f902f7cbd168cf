import { ArrowDownRight, ArrowRight, ArrowUpRight } from "lucide-react";
import { cx } from "../../../lib/cx";
import type { Change } from "./figures";

const ways = {
  up: { icon: ArrowUpRight, look: "text-chat" },
  down: { icon: ArrowDownRight, look: "text-danger" },
  same: { icon: ArrowRight, look: "text-muted" },
};

/** The change since the previous period, as an arrow and a word; the colour is only decoration. */
export function Became({ change: { way, text, was } }: { change: Change }) {
  const { icon: Icon, look } = ways[way];
  return (
    <span className="grid text-sm">
      <span className={cx("flex items-center gap-1 font-semibold", look)}>
        <Icon size={16} className="shrink-0" />
        {text}
      </span>
      {was && <span className="text-muted">{was}</span>}
    </span>
  );
}
