import { useEffect, useState } from "react";

type Tidy = (html: string) => string;

/** What the editor makes of HTML: only what an article may hold. It comes with the editor, so not at once. */
export function useTidyHtml(wanted: boolean): Tidy | null {
  const [tidy, setTidy] = useState<{ html: Tidy } | null>(null);
  useEffect(() => {
    if (!wanted) return;
    let here = true;
    import("../rich-text/tidy").then(
      ({ tidyHtml }) => here && setTidy({ html: tidyHtml }),
      () => {},
    );
    return () => {
      here = false;
    };
  }, [wanted]);
  return tidy?.html ?? null;
}
