import { useT } from "../../../i18n/language";
import { percent } from "./completeness";
import { useTallies } from "./use-tallies";

export function TranslationsNote() {
  const t = useT();
  const { tallies } = useTallies();
  return tallies?.map((tally, index) => (
    <span key={tally.lang} lang={tally.lang}>
      {index > 0 && " · "}
      {t(`language.${tally.lang}`)} {percent(tally)}%
    </span>
  ));
}
