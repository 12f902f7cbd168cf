const least = 320;

/** The smallest drawing of a picture of ours, as the server keeps them; any other address is itself. */
export function smallest(url: string): string {
  const [, stem, width, end] = /^(\/media\/.+-(\d+)x\d+)(\.(?:jpg|png))$/.exec(url) ?? [];
  return stem && Number(width) > least ? `${stem}-${least}${end}` : url;
}
