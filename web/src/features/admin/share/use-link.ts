import { useQuery } from "@tanstack/react-query";
import { shownSiteQuery, storedSiteQuery, wordsQuery } from "../../../api/queries";
import { translator } from "../../../i18n/words";
import { useWriting } from "../form/use-primary";
import { isOwned } from "../values/samples";

/** The public link of the page, and a message with it in the owner's language. */
export function useLink() {
  const lang = useWriting();
  const stored = useQuery(storedSiteQuery).data;
  const shown = useQuery(shownSiteQuery(lang)).data;
  const words = useQuery(wordsQuery(lang)).data;
  if (!stored || !shown || !words) return undefined;
  const { homeUrl: url, revision, site } = shown;
  const { host } = new URL(url);
  const invitation = translator(words)("sharing.message");
  // A site without a name of its own must not send the sample's name.
  const text = isOwned(stored) ? `${site.brandName}\n${invitation}` : invitation;
  return { url, host, text, revision };
}

export type PageLink = NonNullable<ReturnType<typeof useLink>>;
