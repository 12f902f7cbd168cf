import { useEffect, useState } from "react";

type Tidy = (html: string) => string;

/** Removes what an article may not contain. It is part of the editor's chunk, so it is null until that has loaded. */
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
