import { CircleDashed, Clock, EyeOff, Sparkles } from "lucide-react";
import type { ReactNode } from "react";
import type { Item } from "../../../api/types";
import { useT } from "../../../i18n/language";
import { cx } from "../../../lib/cx";
import { langs } from "../../../lib/lang";
import { typedText } from "../values/item-text";
import { parseTags } from "../values/tags";
import { nowInIndia, shortMoment } from "../values/wall-clock";

/** Chips for a block's schedule, highlight and languages, and for one that shows nothing; most blocks have none. */
export function BlockChips({ item, now = nowInIndia() }: { item: Item; now?: string }) {
  const t = useT();
  const text = (field: string) => typedText(item.values[field]);
  const [from, until] = [text("from"), text("until")];
  const only = parseTags(text("languages"));
  const plain = "border-line bg-white text-muted";
  const special = "border-line bg-ivory text-gold-ink";
  return (
    <span className="flex basis-full flex-wrap gap-1.5 pl-8 text-sm empty:hidden lg:pl-12">
      {!item.published && (
        <Chip look={plain}>
          <EyeOff size={14} />
          {t("shown.draft")}
        </Chip>
      )}
      {item.empty && (
        <Chip look={special}>
          <CircleDashed size={14} />
          {t("block.empty")}
        </Chip>
      )}
      {text("accent") === "yes" && (
        <Chip look={special}>
          <Sparkles size={14} />
          {t("item.blocks.accent")}
        </Chip>
      )}
      {from > now && (
        <Chip look={special}>
          <Clock size={14} />
          {t("block.from", { moment: shortMoment(t, from) })}
        </Chip>
      )}
      {until && (
        <Chip look={until > now ? special : plain}>
          <Clock size={14} />
          {t(until > now ? "block.until" : "block.ended", { moment: shortMoment(t, until) })}
        </Chip>
      )}
      {langs
        .filter((code) => only.includes(code))
        .map((code) => (
          <Chip key={code} look={plain}>
            <span lang={code}>{t(`language.${code}`)}</span>
          </Chip>
        ))}
    </span>
  );
}

function Chip({ look, children }: { look: string; children: ReactNode }) {
  return (
    <span className={cx("inline-flex items-center gap-1 rounded-full border px-2 font-semibold", look)}>
      {children}
    </span>
  );
}
