const least = 320;

/** An address that a picture may have, and one that was just cut. The server takes no other; somebody with the database's key could store one. */
export const isPicture = (url: string): boolean => /^(?:(?:https?:\/)?\/|data:image\/png[;,])/i.test(url);

/** The smallest drawing of a picture of ours, as the server keeps them; any other picture's address is itself. */
export function smallest(url: string): string | undefined {
  if (!isPicture(url)) return undefined;
  const [, stem, width, end] = /^(\/media\/.+-(\d+)x\d+)(\.(?:jpg|png))$/.exec(url) ?? [];
  return stem && Number(width) > least ? `${stem}-${least}${end}` : url;
}
