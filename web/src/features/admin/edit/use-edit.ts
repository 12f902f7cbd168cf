import { useQueryClient } from "@tanstack/react-query";
import { saveSite, siteKey, storedSiteQuery } from "../../../api/queries";
import type { FieldKey, Site, StoredSite } from "../../../api/types";
import type { Base } from "../draft/draft";
import { useDraft } from "../draft/use-draft";
import type { Screen } from "../screens";
import { useAuth } from "../sign-in/auth";
import { isAwaited } from "../values/samples";
import { changeOf, formTexts, type Place } from "../values/texts";
import { formOf } from "./screen-form";

type Options = {
  /** Under which the draft survives a reload. */
  name: string;
  plan: Pick<Screen, "fields" | "codec">;
  stored: StoredSite;
  shown: Site;
  /** `more`: the owner kept typing during the save. */
  onSaved: (more: boolean) => void;
  onFailed: (error: Error) => void;
};

/** The draft of an edit screen. */
export function useEdit({ name, plan, stored, shown, onSaved, onFailed }: Options) {
  const form = formOf(plan, shown, (key) => isAwaited(stored, key));
  const queries = useQueryClient();
  const { keepSession } = useAuth();
  const baseOf = (site: StoredSite): Base => ({ revision: site.revision, texts: formTexts(site, plan.fields) });
  const draft = useDraft({
    name,
    form,
    stored: baseOf(stored),
    baseOf,
    newerOf: ({ current }) => current,
    send: ({ places, texts, revision }) =>
      keepSession(() => saveSite(changeOf(places as Place<FieldKey>[], texts, revision))),
    onSaved: (saved, more) => {
      queries.setQueryData(storedSiteQuery.queryKey, saved);
      void queries.invalidateQueries({ queryKey: siteKey });
      onSaved(more);
    },
    onFailed,
  });
  return { form, ...draft };
}
