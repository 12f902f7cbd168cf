import { ArrowLeft } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "../../lib/cx";

type Props = { backHref: string; backLabel: string; className?: string; children: ReactNode };

/** A page below home, with a back link beside the language menu. */
export function Subpage({ backHref, backLabel, className = "max-w-250", children }: Props) {
  return (
    <div className={cx("mx-auto px-5 wrap-anywhere", className)}>
      <div className="print:hidden beside-menu mr-[clamp(0px,var(--room),6rem)] mb-3 sm:mr-36 lg:-mt-9">
        <a
          href={backHref}
          className="inline-flex min-h-11 items-center gap-1.5 leading-tight font-semibold text-gold-ink hover:underline"
        >
          <ArrowLeft size={18} />
          {backLabel}
        </a>
      </div>
      {children}
    </div>
  );
}

type Head = { title: string; subtitle: string; children?: ReactNode };

export function PageHead({ title, subtitle, children }: Head) {
  return (
    <header className="mb-7">
      <h1 className="text-[min(2.5rem,12vw)] leading-tight font-extrabold wrap-anywhere indic:leading-normal">
        {title}
      </h1>
      {subtitle && <p className="mt-1 text-muted">{subtitle}</p>}
      {children && <div className="mt-5 flex flex-wrap gap-2.5">{children}</div>}
    </header>
  );
}
