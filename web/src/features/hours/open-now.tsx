import { useEffect, useState } from "react";
import type { OpeningHours } from "../../api/types";
import { useT } from "../../i18n/language";
import { cx } from "../../lib/cx";
import { openingAt } from "./opening";
import { openingText } from "./opening-text";

const checkMs = 30_000;

/** The current time; undefined on the server and until hydration, so that both render the same. */
function useNow(previewed?: number): number | undefined {
  const [now, setNow] = useState(previewed);
  useEffect(() => {
    const look = () => setNow(Date.now());
    look();
    const timer = setInterval(look, checkMs);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** Its line has a fixed height, so that nothing moves when the text appears. */
export function OpenNow({ hours }: { hours: OpeningHours | undefined }) {
  const t = useT();
  const now = useNow(hours?.at);
  if (!hours) return null;
  const opening = now === undefined ? null : openingAt(hours, now);
  return (
    <p
      className={cx("min-h-6 text-sm print:hidden leading-6 font-semibold", opening?.open ? "text-chat" : "text-muted")}
    >
      {opening && (
        <>
          <span className="mr-2 inline-block rounded-full border-4 border-current" />
          {openingText(t, opening)}
        </>
      )}
    </p>
  );
}
