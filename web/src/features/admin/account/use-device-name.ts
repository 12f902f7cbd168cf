import type { Where } from "../../../api/types";
import { useT } from "../../../i18n/language";

export function useDeviceName(): (where: Where) => string {
  const t = useT();
  return ({ browser, system }) => {
    if (browser && system) return t("account.device", { browser, system });
    return browser ?? system ?? t("account.device.unknown");
  };
}
