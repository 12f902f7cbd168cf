const least = 320;

/**
 * Whether a URL can be a picture: a web address, a path, or a freshly cropped PNG. The server accepts no other, but
 * somebody with access to the database could store one.
 */
export const isPicture = (url: string): boolean => /^(?:(?:https?:\/)?\/|data:image\/png[;,])/i.test(url);

/** The smallest variant of an uploaded picture; other pictures have no variants and keep their URL. */
export function smallest(url: string): string | undefined {
  if (!isPicture(url)) return undefined;
  const [, stem, width, end] = /^(\/media\/.+-(\d+)x\d+)(\.(?:jpg|png))$/.exec(url) ?? [];
  return stem && Number(width) > least ? `${stem}-${least}${end}` : url;
}
