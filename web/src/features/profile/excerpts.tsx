import { ChevronRight, Plus } from "lucide-react";
import type { ReactNode } from "react";
import type { Block } from "../../api/types";
import { ButtonLink } from "../../ui/button";
import { SectionTitle } from "../../ui/section-title";

/** The beginning of the price list. Each row leads to the service's page. */
export function Prices({ title, rows, href = "", more, edit }: Block) {
  return (
    <Rows title={title} edit={edit}>
      {rows?.map(({ title, text, price, href }) => (
        <a
          key={href}
          href={href}
          className="flex min-h-12 items-center gap-3 px-4 py-3 first:rounded-t-card last:rounded-b-card hover:bg-ivory"
        >
          <span className="min-w-0 flex-1">
            <span className="block leading-snug font-semibold">{title}</span>
            {text && <span className="block text-sm text-muted">{text}</span>}
          </span>
          <span className="max-w-2/5 text-right font-semibold">{price}</span>
          <ChevronRight size={20} className="shrink-0 text-faint" />
        </a>
      ))}
      {more && (
        <div className="grid p-3">
          <ButtonLink href={href}>
            {more}
            <ChevronRight size={18} className="shrink-0" />
          </ButtonLink>
        </div>
      )}
    </Rows>
  );
}

/** Questions that open without script. */
export function Questions({ title, rows, edit }: Block) {
  return (
    <Rows title={title} edit={edit}>
      {rows?.map(({ title, text }) => (
        <details key={title} className="group">
          <summary className="flex min-h-12 cursor-pointer list-none items-center gap-3 px-4 py-3 leading-snug font-semibold">
            <span className="min-w-0 flex-1">{title}</span>
            <span className="shrink-0 text-gold-ink group-open:rotate-45">
              <Plus size={20} />
            </span>
          </summary>
          <p className="px-4 py-2.5 whitespace-pre-line text-muted">{text}</p>
        </details>
      ))}
    </Rows>
  );
}

type Props = { title: string | undefined; edit: string | undefined; children: ReactNode };

function Rows({ title, edit, children }: Props) {
  return (
    <div data-edit={edit} className="mt-3 first:mt-0">
      {title && <SectionTitle>{title}</SectionTitle>}
      <div className="card divide-y divide-line rounded-card border border-line bg-card wrap-anywhere shadow-card">
        {children}
      </div>
    </div>
  );
}
