import { Link } from "react-router";
import { errorCode } from "../../../api/errors";
import { useT } from "../../../i18n/language";
import { editItemPath, editPath } from "../../../paths";
import { managerOf, managers, traitsOf } from "../collections";
import { Skeleton } from "../frame/skeleton";
import { Unreachable } from "../frame/unreachable";
import { type Screen, screenKeys, screens } from "../screens";
import { type Gap, percent, type Tally } from "./completeness";
import { useTallies } from "./use-tallies";

export function Translations() {
  const t = useT();
  const { tallies, error, retry } = useTallies();
  if (!tallies) {
    return error ? <Unreachable code={errorCode(error)} onRetry={retry} /> : <Skeleton label={t("common.loading")} />;
  }
  return (
    <>
      <p className="text-muted">{t("translations.intro")}</p>
      {tallies.map((tally) => (
        <LanguageCard key={tally.lang} tally={tally} />
      ))}
    </>
  );
}

function LanguageCard({ tally }: { tally: Tally }) {
  const t = useT();
  const { lang, done, total, gaps } = tally;
  return (
    <section aria-labelledby={`language-${lang}`} className="grid gap-3 rounded-card border border-line bg-white p-5">
      <div className="flex items-baseline justify-between gap-3">
        <h2 id={`language-${lang}`} lang={lang} className="text-lg font-bold">
          {t(`language.${lang}`)}
        </h2>
        <p className="font-semibold tabular-nums">{percent(tally)}%</p>
      </div>
      <progress
        aria-labelledby={`language-${lang}`}
        value={done}
        max={Math.max(total, 1)}
        className="meter h-2 w-full"
      />
      {gaps.length === 0 ? (
        <p className="text-muted">{t("translations.complete")}</p>
      ) : (
        <>
          <p className="text-muted">{t("translations.missing", { count: gaps.length })}</p>
          <ul className="-mx-2 divide-y divide-line">
            {gaps.map((gap) => (
              <li key={"item" in gap ? `${gap.collection} ${gap.item.id}` : gap.field}>
                <GapLink gap={gap} lang={lang} />
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

function GapLink({ gap, lang }: { gap: Gap; lang: string }) {
  const t = useT();
  const look = "flex min-h-11 items-center rounded-well px-2 py-1.5 wrap-anywhere underline hover:bg-ivory";
  if ("item" in gap) {
    const { collection, item } = gap;
    const name = managerOf[collection];
    return (
      <Link to={`${editItemPath(name, item.id)}&lang=${lang}`} className={look}>
        {t(`manager.${name}.title`)}: {String(item.values[traitsOf(managers[name].collection).title])}
      </Link>
    );
  }
  const screen = screenKeys.find((key) => (screens[key] as Screen).fields.includes(gap.field));
  return (
    <Link to={`${editPath(screen ?? "")}?lang=${lang}`} className={look}>
      {t.first([`field.${gap.field}.label`])}
    </Link>
  );
}
