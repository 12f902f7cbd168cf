import { Languages } from "lucide-react";
import { useEffect, useRef } from "react";
import type { Shell } from "../../api/types";
import { useT } from "../../i18n/language";
import { cx } from "../../lib/cx";
import { takeEarlyClicks } from "../../lib/early-clicks";
import { pressCounter } from "../../lib/press-counter";
import { adminPath } from "../../paths";
import { Disclosure } from "../../ui/disclosure";

const countPress = pressCounter({ presses: 5, idleMs: 3000, onReached: () => location.assign(adminPath) });

/** On a phone two letters (EN, हि, ગુ) beside the page's first line; screen readers always get the full name. */
function CurrentName({ code }: { code: Shell["languages"][number]["code"] }) {
  const name = useT()(`language.${code}`);
  return (
    <span lang={code}>
      <span aria-hidden="true" className="sm:hidden">
        {name.slice(0, 2).toUpperCase()}
      </span>
      <span className="max-sm:sr-only">{name}</span>
    </span>
  );
}

export function LanguageMenu({ languages }: { languages: Shell["languages"] }) {
  const t = useT();
  const summary = useRef<HTMLElement>(null);
  const current = languages.find((language) => language.current);

  useEffect(() => {
    if (summary.current) takeEarlyClicks(summary.current).forEach(countPress);
  }, []);

  return (
    <Disclosure
      summaryRef={summary}
      onPress={countPress}
      summary={
        <>
          <Languages size={18} />
          <span className="sr-only">{t("language.menu")}:</span>
          {current && <CurrentName code={current.code} />}
        </>
      }
    >
      {languages.map(({ code, href, current }) => (
        <a
          key={code}
          href={href}
          hrefLang={code}
          lang={code}
          data-lang={code}
          aria-current={current ? "true" : undefined}
          className={cx("flex min-h-11 items-center px-4 hover:bg-ivory", current && "font-bold")}
        >
          {t(`language.${code}`)}
        </a>
      ))}
    </Disclosure>
  );
}
