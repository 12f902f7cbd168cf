import { ArrowDown, ArrowUp } from "lucide-react";
import { type KeyboardEvent, type PointerEvent, useRef, useState } from "react";
import { useT } from "../../../i18n/language";
import { cx } from "../../../lib/cx";
import { BrandIcon } from "../../../ui/brand-icon";
import type { KindInputProps } from "../form/kind-input";
import { Grip } from "../ui/grip";
import { IconButton } from "../ui/icon-button";

/** The members in their stored order; members that it does not name come last. */
const orderOf = (value: string, options: readonly string[]) => {
  const named = value.split(",").filter((member) => options.includes(member));
  return [...named, ...options.filter((option) => !named.includes(option))];
};

/** Sortable rows: by arrow buttons, by dragging the handle, or by arrow keys on the focused handle. */
export function OrderInput({ name, rule, value, onChange, beside, below }: KindInputProps) {
  const t = useT();
  const list = useRef<HTMLUListElement>(null);
  const [held, setHeld] = useState<string | null>(null);
  const [said, setSaid] = useState("");
  const order = orderOf(value, rule.options ?? []);
  const wordOf = (option: string) => t.first([`home.social.${option}`, `field.${option}.label`]);

  const move = (option: string, to: number) => {
    if (to < 0 || to >= order.length || order.indexOf(option) === to) return;
    const rest = order.filter((other) => other !== option);
    onChange(rest.toSpliced(to, 0, option).join(","));
    setSaid(t("order.moved", { what: wordOf(option), place: to + 1, count: order.length }));
  };

  const drag = (event: PointerEvent) => {
    if (!held) return;
    const rows = [...(list.current?.children ?? [])].map((row) => row.getBoundingClientRect());
    const over = rows.findIndex(({ top, bottom }) => event.clientY >= top && event.clientY < bottom);
    if (over >= 0) move(held, over);
  };

  const keys: Record<string, number> = { ArrowUp: -1, ArrowDown: 1 };
  const onKey = (option: string) => (event: KeyboardEvent) => {
    const step = keys[event.key];
    if (!step) return;
    event.preventDefault();
    move(option, order.indexOf(option) + step);
  };

  return (
    <>
      <ul ref={list} className="divide-y divide-line rounded-card border border-line bg-white">
        {order.map((option, index) => (
          <li
            key={option}
            className={cx(
              "flex flex-wrap items-center py-1 sm:gap-1 sm:pr-2",
              held === option && "bg-ivory shadow-lift",
            )}
          >
            <Grip
              label={t("order.drag", { what: wordOf(option) })}
              onKeyDown={onKey(option)}
              onPointerDown={(event) => {
                event.currentTarget.setPointerCapture(event.pointerId);
                setHeld(option);
              }}
              onPointerMove={drag}
              onPointerUp={() => setHeld(null)}
              onPointerCancel={() => setHeld(null)}
            />
            <span className="shrink-0 text-muted">
              <BrandIcon platform={option} />
            </span>
            <span className="min-w-0 flex-1 basis-20 px-1.5 font-semibold wrap-anywhere">{wordOf(option)}</span>
            <span className="ml-auto flex items-center">
              {beside?.(option)}
              <IconButton
                icon={ArrowUp}
                label={t("order.up", { what: wordOf(option) })}
                aria-disabled={index === 0}
                onClick={() => move(option, index - 1)}
              />
              <IconButton
                icon={ArrowDown}
                label={t("order.down", { what: wordOf(option) })}
                aria-disabled={index === order.length - 1}
                onClick={() => move(option, index + 1)}
              />
            </span>
            {below && <div className="min-w-0 basis-full px-3 pt-1 pb-3">{below(option)}</div>}
          </li>
        ))}
      </ul>
      <input type="hidden" name={name} value={value} />
      <p role="status" className="sr-only">
        {said}
      </p>
    </>
  );
}
