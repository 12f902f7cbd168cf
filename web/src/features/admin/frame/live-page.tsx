import { useEffect, useRef } from "react";
import { Link, useLocation } from "react-router";
import type { PagePreviewAnswer } from "../../../api/types";
import { useT } from "../../../i18n/language";
import { type Spot, spotsOn } from "../parts";
import type { Preview } from "../screens";
import { PhoneFrame } from "../ui/phone-frame";
import { Still } from "../ui/still";
import { usePeek } from "./peek";

const inputOf = (field: string | undefined) =>
  document.querySelector<HTMLElement>(`main form ${field ? `[name="${field}"]` : ":is(input, textarea)"}`);

/** Focuses the input of an element that is being edited, after closing the sheet that covers it. */
function useGoOn(): (field: string | undefined) => void {
  const { open, toggle } = usePeek();
  const wanted = useRef<{ field: string | undefined } | null>(null);
  useEffect(() => {
    if (open || !wanted.current) return;
    inputOf(wanted.current.field)?.focus();
    wanted.current = null;
  }, [open]);
  return (field) => {
    if (!open) return inputOf(field)?.focus();
    wanted.current = { field };
    toggle();
  };
}

type Props = {
  path: Preview["path"];
  /** The element to scroll to if the edited one is not on the page. */
  part: string;
  page: PagePreviewAnswer | undefined;
};

/**
 * A preview of a public page. Its elements link to their editors. The links are for pointers only; keyboard users have
 * the lists of screens.
 */
export function LivePage({ path, part, page }: Props) {
  const t = useT();
  const { pathname, search } = useLocation();
  const here = pathname + search;
  const spots = (shown: Document) => spotsOn(path, shown);
  const isEdited = ({ to }: Spot) => to === here;
  const goOn = useGoOn();
  return (
    <PhoneFrame>
      <Still
        title={t("admin.livePreview")}
        html={page?.html}
        style={page?.style}
        begin={(shown) => spots(shown).find(isEdited)?.element ?? shown.querySelector(part)}
        parts={spots}
      >
        {(parts) => (
          <div aria-hidden="true" className="absolute inset-0">
            {parts.map(({ part: spot, place }) => (
              <Link
                key={`${spot.to} ${place.top} ${place.left}`}
                to={spot.to}
                onClick={(event) => {
                  if (!isEdited(spot)) return;
                  event.preventDefault();
                  goOn(spot.field);
                }}
                state={{ field: spot.field }}
                tabIndex={-1}
                title={t("admin.edit", { title: t(spot.title) })}
                data-edited={isEdited(spot) || undefined}
                style={place}
                className="absolute rounded-well outline-offset-2 outline-gold-ink hover:outline-2 focus:outline-2 active:bg-gold/15 data-edited:outline-2 data-edited:outline-dashed"
              />
            ))}
          </div>
        )}
      </Still>
    </PhoneFrame>
  );
}
