import { cx } from "../lib/cx";
import { trusted } from "../lib/trusted";

type Props = { html: string; lang?: string; className?: string };

/** The only place that renders raw HTML: the server's sanitiser has let through only the tags of an article. */
export function SanitisedHtml({ html, lang, className }: Props) {
  return <div lang={lang} className={cx("prose", className)} dangerouslySetInnerHTML={{ __html: trusted(html) }} />;
}
