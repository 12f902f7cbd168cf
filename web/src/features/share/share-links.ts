type Profile = { url: string; subject: string };

/** The share URL of each platform, in the order of the dialog. */
export const shareLinks = {
  whatsapp: ({ url, subject }: Profile) => `https://wa.me/?text=${encodeURIComponent(`${subject} ${url}`)}`,
  telegram: ({ url, subject }: Profile) =>
    `https://t.me/share/url?url=${encodeURIComponent(url)}&text=${encodeURIComponent(subject)}`,
  facebook: ({ url }: Profile) => `https://www.facebook.com/sharer/sharer.php?u=${encodeURIComponent(url)}`,
  linkedin: ({ url }: Profile) => `https://www.linkedin.com/sharing/share-offsite/?url=${encodeURIComponent(url)}`,
  twitter: ({ url, subject }: Profile) =>
    `https://twitter.com/intent/tweet?url=${encodeURIComponent(url)}&text=${encodeURIComponent(subject)}`,
  other: ({ url, subject }: Profile) =>
    `mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(url)}`,
} satisfies Record<string, (profile: Profile) => string>;

export type SharePlatform = keyof typeof shareLinks;

export const sharePlatforms = Object.keys(shareLinks) as SharePlatform[];
