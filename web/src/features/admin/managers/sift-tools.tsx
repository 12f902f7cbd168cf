import { ListChecks, Search } from "lucide-react";
import type { ReactNode } from "react";
import type { ItemState } from "../../../api/collections";
import type { CollectionKey } from "../../../api/types";
import { useT } from "../../../i18n/language";
import type { Translate } from "../../../i18n/words";
import { TextInput } from "../../../ui/text-input";
import { traitsOf } from "../collections";
import { TextButton } from "../ui/text-button";
import { type Sift, statesOf } from "./use-sift";

/** An unpublished item is called a draft in lists with a date, and hidden in other lists. */
function stateText(t: Translate, collection: CollectionKey, state: ItemState): string {
  if (state === "untranslated") return t("list.state.untranslated");
  if (state === "scheduled") return t("state.scheduled");
  const words = traitsOf(collection).scheduled ? "state" : "shown";
  return t(`${words}.${state === "hidden" ? "draft" : "published"}`);
}

type Props = {
  collection: CollectionKey;
  sift: Sift;
  /** The list is long enough for a search. */
  long: boolean;
  choosing: boolean;
  onChoose: () => void;
  children?: ReactNode;
};

/** Filters a list and starts selecting several items. */
export function SiftTools({ collection, sift, long, choosing, onChoose, children }: Props) {
  const t = useT();
  return (
    <search className="grid grid-cols-1 gap-3 lg:grid-cols-[1fr_auto]">
      {long && (
        <div className="relative">
          <span className="pointer-events-none absolute inset-y-0 left-4 grid place-content-center text-muted">
            <Search size={18} />
          </span>
          <TextInput
            type="search"
            aria-label={t("list.search")}
            placeholder={t("list.search")}
            value={sift.text}
            onChange={(event) => sift.setText(event.target.value)}
            className="min-h-12 w-full rounded-well border border-edge bg-white py-2.5 pr-4 pl-11 placeholder:text-muted focus-visible:outline-offset-0"
          />
        </div>
      )}
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        {long && (
          <select
            aria-label={t("list.state")}
            value={sift.state ?? ""}
            onChange={(event) => sift.setState(event.target.value)}
            className="min-h-11 min-w-0 rounded-full border border-line bg-white px-4"
          >
            <option value="">{t("list.state.all")}</option>
            {statesOf(collection).map((state) => (
              <option key={state} value={state}>
                {stateText(t, collection, state)}
              </option>
            ))}
          </select>
        )}
        {children}
        <TextButton aria-pressed={choosing} onClick={onChoose}>
          <ListChecks size={20} />
          {t(choosing ? "several.done" : "several.choose")}
        </TextButton>
      </div>
    </search>
  );
}
