import type { Folder } from "../../../api/upload";
import type { TranslationKey } from "../../../i18n/words";

/** What a picture is for, and how it is shown. */
export type PictureUse = {
  folder: Folder;
  /** Width by height it is shown with; without, the owner chooses. */
  aspect?: number;
  round?: true;
  /** The address of a picture elsewhere will do, too. */
  address?: true;
  /** What is said when it cannot be sent, if not the usual. */
  failure?: TranslationKey;
};

/** Those fields of a table that hold a picture. */
export type ImageFieldOf<Table extends Readonly<Record<string, { kind: string }>>> = {
  [Key in keyof Table & string]: Table[Key]["kind"] extends "image" ? Key : never;
}[keyof Table & string];
