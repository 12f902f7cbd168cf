import { type InfiniteData, useMutation, useQueryClient } from "@tanstack/react-query";
import { type Items, listKey, saveItem } from "../../../api/collections";
import { errorCode } from "../../../api/errors";
import { siteKey } from "../../../api/queries";
import type { Item } from "../../../api/types";
import { useLanguage } from "../../../i18n/language";
import { toast } from "../../../lib/toast";
import { type ManagerKey, managers } from "../collections";
import { useAuth } from "../sign-in/auth";
import { toastAction } from "../ui/toast-action";
import { titleOf } from "./item-title";

/** Shows or hides an item in one click, with an undo. */
export function useShown(name: ManagerKey) {
  const language = useLanguage();
  const { t } = language;
  const queries = useQueryClient();
  const { keepSession } = useAuth();
  const { collection } = managers[name];

  const settle = () => queries.invalidateQueries({ queryKey: siteKey });
  const toggle = useMutation({
    mutationFn: ({ id, revision, published }: Item) =>
      keepSession(() => saveItem(collection, id, { revision, published: !published })),
    onSuccess: (saved, { missing }) => {
      const now: Item = missing ? { ...saved, missing } : saved;
      queries.setQueriesData<InfiniteData<Items>>({ queryKey: listKey(collection) }, (all) => {
        const pages = all?.pages.map((page) => ({
          ...page,
          items: page.items.map((item) => (item.id === now.id ? now : item)),
        }));
        return all && pages && { ...all, pages };
      });
      const undo = toastAction(t("manager.undo"), () => toggle.mutate(now));
      const what = saved.published ? "shown.done" : "shown.hidden";
      toast({ title: t(what, { title: titleOf(name, saved, language) }), action: undo });
      return settle();
    },
    onError: (error) => {
      const description = t.first([`error.${errorCode(error)}`, "error.internal"]);
      toast({ title: t("manager.failed"), description, tone: "destructive" });
      return settle();
    },
  });
  return toggle;
}
