import { describe, expect, test } from "vitest";
import table from "../../../../internal/domain/hours/testdata/moments.json";
import served from "../../../../internal/domain/hours/testdata/served.json";
import en from "../../../../locales/en.json";
import gu from "../../../../locales/gu.json";
import hi from "../../../../locales/hi.json";
import type { OpeningHours, SpecialDay } from "../../api/types";
import { specialText } from "../../i18n/special-text";
import { translator } from "../../i18n/words";
import { openingAt } from "./opening";
import { openingText } from "./opening-text";

/** The same table tests the server: `days` and `schema` are what it makes of `special`. */
type Shop = {
  shop: string;
  week: OpeningHours["week"];
  days: SpecialDay[];
  names: Record<"en" | "hi" | "gu", string[]>;
  table: Record<"en" | "hi" | "gu", string[]>;
  moments: { at: string; en: string | null; hi: string | null; gu: string | null }[];
};

const shops: Shop[] = table;
const languages = { en, hi, gu };

/** Which of them a page tells the browser, by shop and moment: a test of the server writes it. */
const told: Record<string, Record<string, SpecialDay[]>> = served;

test("the table has sixty moments", () => {
  expect(shops.flatMap(({ moments }) => moments).length).toBeGreaterThanOrEqual(60);
});

describe.each(shops)("$shop", ({ shop, week, days, names, table, moments }) => {
  test.each(moments)("at $at: $en", ({ at, ...said }) => {
    const opening = openingAt({ week, special: days }, Date.parse(`${at}:00+05:30`));
    for (const [lang, words] of Object.entries(languages)) {
      const text = opening && openingText(translator(words), opening);
      expect(text, lang).toBe(said[lang as keyof typeof languages]);
    }
  });

  test.each(moments)("the days a page tells at $at suffice", ({ at }) => {
    const time = Date.parse(`${at}:00+05:30`);
    expect(openingAt({ week, special: told[shop]?.[at] ?? [] }, time)).toEqual(
      openingAt({ week, special: days }, time),
    );
  });

  test.each(Object.entries(languages))("its special days are listed in %s", (lang, words) => {
    const own = names[lang as keyof typeof languages];
    const lines = days.map((day, at) => specialText(translator(words), { ...day, name: own[at] ?? "" }));
    expect(lines).toEqual(table[lang as keyof typeof languages]);
  });
});
