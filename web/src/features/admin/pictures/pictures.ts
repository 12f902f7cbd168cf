import type { fields } from "../../../api/fields.gen";
import type { ImageFieldOf, PictureUse } from "../values/picture-use";

/** Of the profile; one that is missing does not compile. Lists say it in their entry of `collections.ts`. */
const pictures: Record<ImageFieldOf<typeof fields>, PictureUse> = {
  profileImage: { folder: "profile_images", aspect: 1, round: true, failure: "screen.profile-image.failure" },
  logoImage: { folder: "profile_images", aspect: 1 },
};

export const pictureUse = (field: string) => (pictures as Record<string, PictureUse>)[field];
