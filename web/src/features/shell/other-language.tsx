import { useEffect, useState } from "react";
import type { Shell } from "../../api/types";
import type { Words } from "../../i18n/words";
import { wishedLanguage } from "../../lib/wished-language";

type Props = { languages: Shell["languages"] };

/** Most visitors never see the line, so its words are loaded when it is shown. */
const words = import.meta.glob<Words>("../../../../locales/*.json", { query: "?of=readIn", import: "default" });

/** One line that offers the page in the language that the visitor's browser prefers. The loader stores the choice. */
export function OtherLanguage({ languages }: Props) {
  const [text, setText] = useState("");
  const [code] = useState(wishedLanguage);
  const wished = languages.find((language) => language.code === code);

  useEffect(() => {
    const file = Object.keys(words).find((path) => path.endsWith(`/${code}.json`));
    void words[file ?? ""]?.().then((found) => setText(found["readIn.link"] ?? ""));
  }, [code]);

  if (!wished || !text) return null;
  // The margin makes up for the negative one with which the page below reaches up beside the menu.
  return (
    <p className="mb-14 text-center lg:mb-9 print:hidden">
      <a
        href={wished.href}
        hrefLang={code}
        lang={code}
        data-lang={code}
        className="inline-flex min-h-11 items-center underline"
      >
        {text}
      </a>
    </p>
  );
}
