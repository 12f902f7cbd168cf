import { useT } from "../../../i18n/language";
import { cx } from "../../../lib/cx";
import type { PublishState } from "./publishing";

const looks: Record<PublishState, string> = {
  draft: "border-edge bg-mist text-muted",
  scheduled: "border-line bg-ivory text-gold-ink",
  published: "border-chat/30 bg-white text-chat",
};

export function StateChip({ state }: { state: PublishState }) {
  const t = useT();
  return (
    <span className={cx("inline-block rounded-full border px-2.5 py-0.5 text-sm font-semibold", looks[state])}>
      {t(`state.${state}`)}
    </span>
  );
}
