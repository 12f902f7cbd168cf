import { Minus, Plus } from "lucide-react";
import { type MouseEvent, useRef } from "react";
import type { Service } from "../../api/types";
import { useT } from "../../i18n/language";
import { addToBasket, mostOfOne, useBasket } from "../../lib/basket";
import { cx } from "../../lib/cx";
import { takePress } from "../../lib/take-press";
import { toast } from "../../lib/toast";

const key = "press grid size-11 shrink-0 cursor-pointer place-content-center rounded-well";
const free = "border border-edge bg-card text-gold-ink hover:bg-ivory";
const labelled =
  "press flex min-h-12 cursor-pointer items-center gap-2.5 rounded-button border border-edge bg-card px-5 font-semibold text-gold-ink hover:bg-ivory";

type Props = {
  service: Service;
  /** The id of the form that the button submits without script. */
  form: string | undefined;
  /** The text of the button while none is chosen. */
  label?: string;
};

/** How many of a service are in the basket. */
export function Quantity({ service, form, label }: Props) {
  const t = useT();
  const more = useRef<HTMLButtonElement>(null);
  const quantity = useBasket().find(({ id }) => id === service.id)?.quantity ?? 0;
  const isChosen = quantity > 0;
  const { id, title } = service;
  const addOne = (event: MouseEvent) => {
    if (takePress(event) && !addToBasket(service, 1)) toast({ title: t("basket.full"), tone: "destructive" });
  };
  const takeOne = () => {
    if (quantity === 1) more.current?.focus(); // this button goes away
    addToBasket(service, -1);
  };
  return (
    <span
      className={cx(
        "relative z-1 flex shrink-0 items-center justify-center rounded-well print:hidden",
        isChosen && "bg-gold text-on-gold shadow-gold",
      )}
    >
      {isChosen && (
        <>
          <button type="button" aria-label={t("basket.fewer", { title })} onClick={takeOne} className={key}>
            <Minus size={20} />
          </button>
          <span className="px-2.5 text-center font-bold">{quantity}</span>
        </>
      )}
      <button
        ref={more}
        type="submit"
        form={form}
        name="item"
        value={id}
        aria-label={t("basket.add", { title })}
        disabled={quantity >= mostOfOne}
        onClick={addOne}
        className={isChosen ? key : label ? labelled : cx(key, free, "noscript:hidden")}
      >
        <Plus size={20} />
        {!isChosen && label}
      </button>
      {!label && (
        <noscript>
          <label className="choice px-3">
            <input type="checkbox" form={form} name="item" value={id} aria-label={t("basket.tick", { title })} />
          </label>
        </noscript>
      )}
    </span>
  );
}
