import type { ManagerKey } from "../../features/admin/collections";
import { CollectionScreen } from "../../features/admin/managers/collection-screen";
import { itemPreviews } from "./item-previews";

export function CollectionPage({ name }: { name: ManagerKey }) {
  return <CollectionScreen name={name} preview={itemPreviews[name]} />;
}
