import type { Folder } from "../../../api/upload";

/** What a field's pictures are for, and how they are shown. */
export type PictureUse = {
  folder: Folder;
  /** Width by height it is shown with; without, the owner chooses. */
  aspect?: number;
  round?: true;
  /** The address of a picture elsewhere will do, too. */
  address?: true;
};
