import type { collections } from "../../../api/collections.gen";
import type { fields } from "../../../api/fields.gen";
import type { Folder } from "../../../api/upload";
import type { TranslationKey } from "../../../i18n/words";

export type PictureUse = {
  folder: Folder;
  /** Width by height it is shown with; without, the owner chooses. */
  aspect?: number;
  round?: true;
  /** The address of a picture elsewhere will do, too. */
  address?: true;
  /** What is said when it cannot be sent. */
  failure: TranslationKey;
};

type ImageFieldOf<Table extends Record<string, { kind: string }>> = {
  [Key in keyof Table]: Table[Key]["kind"] extends "image" ? Key : never;
}[keyof Table];

/** Of the profile and of every list: one that is missing below does not compile. */
type ImageField =
  | ImageFieldOf<typeof fields>
  | {
      [Name in keyof typeof collections]: ImageFieldOf<(typeof collections)[Name]["fields"]>;
    }[keyof typeof collections];

const failure = "picture.failure";

/** What the picture of each field is for, and how it is shown. */
export const pictures: Record<ImageField, PictureUse> = {
  profileImage: { folder: "profile_images", aspect: 1, round: true, failure: "screen.profile-image.failure" },
  logoImage: { folder: "profile_images", aspect: 1, failure },
  imageUrl: { folder: "portfolio", aspect: 5 / 2, address: true, failure },
};

export function pictureUse(field: string): PictureUse {
  return (pictures as Record<string, PictureUse>)[field] ?? { folder: "posts", failure };
}
