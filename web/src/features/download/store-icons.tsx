import type { Download } from "../../api/types";
import { glyph } from "../../ui/glyph";
import type { IconType } from "../../ui/icon-well";

export const storeIcons: Record<Download["buttons"][number]["key"], IconType> = {
  googlePlay: glyph(
    ["path", { d: "M5 3.6v16.8a.8.8 0 0 0 1.2.7l14-8.4a.8.8 0 0 0 0-1.4l-14-8.4a.8.8 0 0 0-1.2.7z" }],
    ["path", { d: "m5.4 3.2 10.2 11.6m0-5.6L5.4 20.8" }],
  ),
  appStore: glyph(
    [
      "path",
      {
        d: "M12 7.5c-1-.7-2-1-3.2-1C6.2 6.5 4 8.7 4 12.5c0 4 2.6 8.5 5 8.5 1.2 0 1.8-.7 3-.7s1.8.7 3 .7c1.8 0 3.6-2.5 4.5-5-1.7-.8-2.7-2.1-2.7-4 0-1.7.9-3 2.2-3.8-1-1.2-2.3-1.7-3.8-1.7-1.2 0-2.2.3-3.2 1z",
      },
    ],
    ["path", { d: "M12 7.5C12 5 13.5 3 16 2.5" }],
  ),
  apkDownload: glyph(
    ["path", { d: "M3 17.5a9 9 0 0 1 18 0zM7.5 10 5.5 6.5m11 3.5 2-3.5" }],
    ["path", { d: "M8.5 14.2h.01m6.98 0h.01" }],
  ),
};
