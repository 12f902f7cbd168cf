import { useQuery } from "@tanstack/react-query";
import { fields } from "../../../api/fields.gen";
import { qrPreviewQuery } from "../../../api/queries";
import type { Site } from "../../../api/types";
import type { Lang } from "../../../lib/lang";
import { useSettled } from "../form/use-settled";
import { validate } from "../values/validate";

const settledMs = 250;

/** The code for settings that are not saved yet, drawn by the server; while an address is not one, the last one stands. */
export function useQrPreview({ qrCodeSettings: { url, color } }: Site, lang: Lang) {
  const settled = useSettled(url, settledMs);
  const enabled = !validate(fields.qrUrl, settled).issue;
  return useQuery({ ...qrPreviewQuery({ url: settled, color, lang }), enabled }).data;
}
