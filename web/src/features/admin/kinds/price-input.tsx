import { useState } from "react";
import { useT } from "../../../i18n/language";
import { cx } from "../../../lib/cx";
import { fieldLook, TextInput } from "../../../ui/text-input";
import type { KindInputProps } from "../form/kind-input";
import { formatPrice, type Price, priceKinds, typedPrice } from "../values/price";

/** `short`: without the choice of how the price is named. */
type Props = KindInputProps & { short?: boolean };

/** How the price is named, and its amounts in rupees. */
export function PriceInput({ id, name, value, onChange, short = false, ...aria }: Props) {
  const t = useT();
  const [typed, setTyped] = useState({ value, price: typedPrice(value) });
  // Otherwise the price was replaced from outside.
  const price = typed.value === value ? typed.price : typedPrice(value);
  const set = (changed: Partial<Price>) => {
    const next = { ...price, ...changed };
    const stored = formatPrice(next);
    setTyped({ value: stored, price: next });
    onChange(stored);
  };
  const control = { "aria-describedby": aria["aria-describedby"], "aria-invalid": aria["aria-invalid"] };
  const amounts = { exact: ["low"], from: ["low"], span: ["low", "high"], ask: [] } as const;
  return (
    <div className="grid gap-3">
      {!short && (
        <div className="flex flex-wrap gap-2.5">
          {priceKinds.map((kind) => (
            <label key={kind} className="choice px-4 py-1.5">
              <input
                type="radio"
                name={`${id}-kind`}
                value={kind}
                checked={kind === price.kind}
                onChange={() => set({ kind })}
              />
              {t(`input.price.${kind}`)}
            </label>
          ))}
        </div>
      )}
      {price.kind !== "ask" && (
        <div className="flex items-center gap-2">
          {amounts[price.kind].map((amount, index) => (
            <div key={amount} className={cx("relative flex-1", price.kind !== "span" && "max-w-56")}>
              <span aria-hidden="true" className="absolute inset-y-0 left-4 grid place-content-center text-muted">
                ₹
              </span>
              <TextInput
                {...control}
                id={index === 0 ? id : undefined}
                name={index === 0 ? name : undefined}
                aria-label={t(amount === "high" ? "input.price.high" : "input.price.low")}
                inputMode="decimal"
                autoComplete="off"
                value={price[amount]}
                onChange={(event) => set({ [amount]: event.target.value })}
                className={cx(fieldLook, "pl-9!")}
              />
            </div>
          ))}
        </div>
      )}
    </div>
  );
}
