import { useEffect, useState } from "react";
import { useT } from "../../../i18n/language";

const longMs = 2500;

/** Says that a sign-in is queued, once it takes longer than usual. */
export function Waiting({ while: busy }: { while: boolean }) {
  const t = useT();
  const [long, setLong] = useState(false);
  useEffect(() => {
    if (!busy) return;
    const timer = setTimeout(() => setLong(true), longMs);
    return () => {
      clearTimeout(timer);
      setLong(false);
    };
  }, [busy]);
  return <output className="text-sm text-muted empty:hidden">{busy && long ? t("signIn.waiting") : ""}</output>;
}
