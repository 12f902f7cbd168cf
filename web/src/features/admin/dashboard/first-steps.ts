import { fields } from "../../../api/fields.gen";
import type { CollectionKey, FieldKey, StoredSite } from "../../../api/types";
import { editPath } from "../../../paths";
import type { Counts } from "../translations/completeness";
import { readPath } from "../values/at-path";

type Known = { stored: StoredSite; counts: Counts };
type Step = { to: string; done: (known: Known) => boolean };

/** Whether the owner has given a field a value of their own. */
const own =
  (...keys: FieldKey[]) =>
  ({ stored }: Known) =>
    keys.some((key) => {
      const value = readPath(stored.site, fields[key].path);
      return value !== "" && value !== fields[key].default;
    });

/** What came with the installation has never been saved by anybody. */
const begun =
  (list: CollectionKey) =>
  ({ counts }: Known) =>
    counts[list].samples < counts[list].total;
const noSamples =
  (list: CollectionKey) =>
  ({ counts }: Known) =>
    counts[list].samples === 0;

/** From the sample content to the owner's own, in the order visitors notice it. */
export const firstSteps = {
  name: { to: editPath("brand-name"), done: own("brandName") },
  picture: { to: editPath("profile-image"), done: own("profileImage") },
  tagline: { to: editPath("tagline"), done: own("tagline") },
  phone: { to: editPath("phone"), done: own("phone", "whatsapp") },
  email: { to: editPath("email"), done: own("email") },
  address: { to: editPath("address"), done: own("address") },
  social: {
    to: editPath("instagram"),
    done: own("instagram", "facebook", "youtube", "linkedin", "twitter", "website"),
  },
  shop: { to: editPath("shop-button-url"), done: own("shopButtonUrl") },
  services: { to: editPath("services"), done: begun("services") },
  portfolio: { to: editPath("portfolio"), done: noSamples("portfolio") },
  blog: { to: editPath("blog"), done: begun("posts") },
} as const satisfies Record<string, Step>;

export type StepKey = keyof typeof firstSteps;

export const stepKeys = Object.keys(firstSteps) as StepKey[];
