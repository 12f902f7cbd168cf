import { CollectionScreen } from "../../features/admin/collection-screen";
import type { ManagerKey } from "../../features/admin/collections";
import { itemPreviews } from "./item-previews";

export function CollectionPage({ name }: { name: ManagerKey }) {
  return <CollectionScreen name={name} preview={itemPreviews[name]} />;
}
