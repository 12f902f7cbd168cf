import { EditScreen } from "../../features/admin/edit/edit-screen";
import { type ScreenKey, screens } from "../../features/admin/screens";
import { previews } from "./previews";

export function EditPage({ screen }: { screen: ScreenKey }) {
  return <EditScreen screen={screen} preview={previews[screens[screen].preview]} />;
}
