import { useState } from "react";
import type { LeadWhole } from "../../../api/inbox";

/** The reply being written: suggested in the visitor's language until the owner changes it. */
export function useAnswer({ language, answers }: Pick<LeadWhole, "language" | "answers">) {
  const [lang, setLang] = useState(language);
  const [own, setOwn] = useState<{ lang: string; text: string } | null>(null);
  const proposed = answers[lang];
  return {
    lang,
    setLang,
    call: proposed?.call ?? "",
    subject: proposed?.subject ?? "",
    mail: proposed?.mail ?? "",
    text: own?.lang === lang ? own.text : (proposed?.chat ?? ""),
    write: (text: string) => setOwn({ lang, text }),
  };
}
