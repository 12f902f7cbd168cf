type Props = { label: string; items: readonly string[]; lang?: string };

export function Chips({ label, items, lang }: Props) {
  if (items.length === 0) return null;
  return (
    <ul aria-label={label} className="flex flex-wrap gap-1.5">
      {items.map((item) => (
        <li
          key={item}
          lang={lang}
          className="rounded-button border border-line bg-ivory px-2.5 py-0.5 text-xs font-semibold indic:text-sm text-gold-ink"
        >
          {item}
        </li>
      ))}
    </ul>
  );
}
