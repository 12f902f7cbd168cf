import { recall, remember, useRemembered } from "../form/use-remembered";

const key = "first-evening";

/** The first steps were shown on this device. */
export const beginEvening = () => remember(key, "begun");

/** The link was sent or copied on the device on which the first steps were shown. */
export function markShared() {
  if (recall(key) === "begun") remember(key, "shared");
}

export const useEvening = () => useRemembered(key) as "" | "begun" | "shared";
