// What the server must know of the owner's app. The build runs this script and writes its result to dist/server/data.json.
import { renderToStaticMarkup } from "react-dom/server";
import { managerKeys } from "./features/admin/collections";
import { icons, pathOf } from "./features/admin/icons";
import { pageKeys, screenKeys } from "./features/admin/screens";
import { adminPath, dashboardPath, editPath, notMePath, ownPath, resetPath, setupPath } from "./paths";

declare global {
  var data: {
    /** The paths of the owner's app. The server answers every other path with 404. */
    adminPaths: string[];
    /** The SVG path of each icon that an owner can choose. A page carries only the icons it shows. */
    icons: Record<string, string>;
  };
}

globalThis.data = {
  adminPaths: [
    adminPath,
    dashboardPath,
    setupPath,
    resetPath,
    notMePath,
    ...screenKeys.map(editPath),
    ...managerKeys.map(editPath),
    ...pageKeys.map(ownPath),
  ],
  icons: Object.fromEntries(
    Object.entries(icons).map(([name, Icon]) => [name, pathOf(renderToStaticMarkup(<Icon />))]),
  ),
};
