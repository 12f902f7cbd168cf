import { useQuery } from "@tanstack/react-query";
import { countsQuery } from "../../../api/collections";
import { fields } from "../../../api/fields.gen";
import type { FieldKey, StoredSite } from "../../../api/types";
import { useT } from "../../../i18n/language";
import { type Manager, type ManagerKey, managers } from "../collections";
import { type ScreenKey, switchedBy } from "../screens";
import { isAwaited, isDelivered, isOwned } from "../values/samples";
import type { Place } from "../values/texts";

/** What on a screen came with the site and is not the owner's. `changed`: what the owner typed. */
export function useDelivery(screen: ScreenKey, stored: StoredSite, changed: readonly Place<FieldKey>[]) {
  const t = useT();
  const counts = useQuery({ ...countsQuery, enabled: screen === "pages" }).data;
  // Until the page has the owner's name, visitors see its samples.
  const owned = isOwned(stored);
  const isDelivery = (key: FieldKey) => isDelivered(stored, key) && !changed.some((place) => place.key === key);
  return {
    /** The note about a value that is not the owner's. */
    markOf: (key: FieldKey, text: string) => {
      if (!isDelivery(key) || !(text || isAwaited(stored, key))) return "";
      return t(owned && ("samples" in fields[key] || key === "whatsapp") ? "samples.chip.hidden" : "samples.chip");
    },
    /** The sample that stands in an empty input. */
    sampleOf: (key: FieldKey) => (isAwaited(stored, key) ? fields[key].default : undefined),
    /** Whether this is the switch of something that visitors do not see, because it is a sample. */
    isUnseen: (key: FieldKey) => {
      const part = owned && fields[key].kind === "switch" ? switchedBy(key) : undefined;
      if (!part) return false;
      if (part in fields) return isDelivery(part as FieldKey);
      const list = managers[part as ManagerKey] as Manager | undefined;
      const { total, samples } = (list && counts?.[list.collection]) ?? {};
      return total !== undefined && total === samples;
    },
  };
}
