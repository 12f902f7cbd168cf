const least = 320;

/** The smallest drawing of a picture of ours, as the server keeps them; any other of the web's addresses is itself. */
export function smallest(url: string): string | undefined {
  if (!/^(https?:\/)?\//i.test(url)) return undefined; // the server takes no such address; somebody with the database's key could
  const [, stem, width, end] = /^(\/media\/.+-(\d+)x\d+)(\.(?:jpg|png))$/.exec(url) ?? [];
  return stem && Number(width) > least ? `${stem}-${least}${end}` : url;
}
