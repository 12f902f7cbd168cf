import { useQuery } from "@tanstack/react-query";
import { previewQuery, type SiteChange } from "../../../api/queries";
import type { PagePreviewAnswer } from "../../../api/types";
import type { Lang } from "../../../lib/lang";
import { useSettled } from "../form/use-settled";

const settledMs = 250;

/** A public page in a language with the typed values, updated when typing pauses. */
export function usePreview(path: string, lang: Lang, change: SiteChange): PagePreviewAnswer | undefined {
  const settled = useSettled(JSON.stringify(change), settledMs);
  return useQuery(previewQuery({ path, lang }, JSON.parse(settled))).data;
}
