import type { LeadWhole } from "../../../api/inbox";
import { useT } from "../../../i18n/language";
import { newTab } from "../../../lib/new-tab";
import { whoOf } from "./who";

/** The pictures that came with a message; each opens in a new tab. */
export function LeadPhotos({ lead }: { lead: LeadWhole }) {
  const t = useT();
  if (!lead.photos) return null;
  return (
    <ul aria-label={t("inbox.photos")} className="grid grid-cols-3 gap-2">
      {lead.photos.map(({ url }, index) => (
        <li key={url}>
          <a href={url} {...newTab} className="press block overflow-hidden rounded-well border border-line bg-ivory">
            <img
              src={`${url}?small=true`}
              alt={t("inbox.photos.one", { number: index + 1, name: whoOf(t, lead) })}
              width={320}
              height={320}
              loading="lazy"
              className="aspect-square w-full object-cover"
            />
          </a>
        </li>
      ))}
    </ul>
  );
}
