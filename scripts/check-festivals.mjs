// Compares the table of festivals with the rules in festivals.mjs and with sources that do not know these rules. Every
// difference must be listed here with its reason. Usage: node scripts/check-festivals.mjs
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { SearchMoonPhase } from "astronomy-engine";
import { allRules, computeFestivals } from "panchanga";
import { plus, rules } from "./festivals.mjs";

const table = JSON.parse(readFileSync(join(import.meta.dirname, "../internal/domain/festival/festivals.json"), "utf8"));
const years = table[0].dates.map((date) => Number(date.slice(0, 4)));
const faults = [];

/**
 * Compares the table with a source, which returns the day of a festival in a year, or nothing. `accepted` has the
 * differences: for a day of the table, the day of the source and the reason for the table's day.
 */
function compare(name, ids, source, accepted = {}) {
  const open = new Set(Object.keys(accepted));
  for (const id of ids) {
    const row = table.find((one) => one.id === id);
    for (const [n, year] of years.entries()) {
      const ours = row?.dates[n] ?? "no day";
      const theirs = source(id, year) || "no day";
      const expected = accepted[`${id} ${ours}`]?.day ?? ours;
      open.delete(`${id} ${ours}`);
      if (theirs !== expected) faults.push(`${name}: ${id} has ${theirs}, expected ${expected}; the table has ${ours}`);
    }
  }
  for (const one of open) faults.push(`${name}: ${one} is accepted as different, but is not in the table`);
}

compare("rules", Object.keys(rules), (id, year) => rules[id](year), {
  "holi 2026-03-03": { day: "2026-03-02", why: "the full moon's inauspicious half (Bhadra) lasts all night" },
  "dhuleti 2026-03-04": { day: "2026-03-03", why: "Gujarat's list of public holidays has 4 March" },
  "muharram 2027-06-16": { day: "2027-06-15", why: "the moon sets 52 minutes after the sun, in the monsoon" },
  "eid-e-milad 2027-08-15": { day: "2027-08-16", why: "the moon sets 47 minutes after the sun, but is bright" },
});

/** The ids of festivals in the package panchanga. It lacks Mahavir Jayanti and Labh Pancham; `added` has them. */
const named = {
  "maha-shivaratri": "maha-shivratri",
  holi: "holika-dahan",
  dhuleti: "holi",
  "gudi-padwa": "ugadi-gudi-padwa",
  "ram-navami": "rama-navami",
  "mahavir-jayanti": "mahavir-jayanti",
  "rath-yatra": "jagannath-rath-yatra",
  "raksha-bandhan": "raksha-bandhan",
  janmashtami: "krishna-janmashtami",
  "ganesh-chaturthi": "ganesh-chaturthi",
  navratri: "sharadiya-navratri",
  dussehra: "vijayadashami",
  dhanteras: "dhanteras",
  diwali: "diwali-lakshmi-puja",
  "bestu-varas": "govardhan-puja",
  "bhai-bij": "bhai-dooj",
  "labh-pancham": "labh-pancham",
  "guru-nanak-jayanti": "purnima-snana-kartika",
};
const atSunrise = (id, purnimanta, tithi) => ({
  id,
  displayName: id,
  month: { purnimanta },
  category: "lunar-tithi",
  observance: { kind: "tithi-pervades", paksha: "shukla", tithi, window: "sunrise", precedence: "udaya" },
});
const added = [atSunrise("mahavir-jayanti", "Chaitra", 13), atSunrise("labh-pancham", "Kartika", 5)];

const ids = new Set(Object.values(named));
const place = { latitude: 23.0225, longitude: 72.5714, timeZone: "Asia/Kolkata" };
const found = new Map();
for (const year of years) {
  const chosen = [...allRules(year), ...added].filter(({ id }) => ids.has(id));
  for (const { id, date } of computeFestivals(year, place, { rules: chosen }).results) found.set(`${id} ${year}`, date);
}
const atMidnight = "it asks for the tithi at midnight; Gujarat follows Dwarka, which asks for it at sunrise";
compare("panchanga", Object.keys(named), (id, year) => found.get(`${named[id]} ${year}`), {
  "holi 2027-03-21": { day: "2027-03-22", why: "it avoids Bhadra, but the full moon ends too early on the next day" },
  "dhuleti 2027-03-22": { day: "2027-03-23", why: "Indian calendars print 22 March" },
  "raksha-bandhan 2029-08-23": {
    day: "2029-08-24",
    why: "the full moon ends an hour after sunrise, which is too early",
  },
  "dussehra 2028-09-28": { day: "2028-09-27", why: "it knows no rule for Shravana, which decided in 2003 and 2022" },
  "janmashtami 2026-09-04": { day: "no day", why: "the tithi misses both midnights" },
  "janmashtami 2027-08-25": { day: "2027-08-24", why: atMidnight },
  "janmashtami 2029-09-01": { day: "2029-08-31", why: atMidnight },
  "janmashtami 2030-08-21": { day: "2030-08-20", why: atMidnight },
  "dhanteras 2029-11-04": { day: "no day", why: "the tithi misses both evenings" },
  "bestu-varas 2029-11-06": { day: "no day", why: "the tithi misses both sunrises" },
});

/** Months and days of the Muslim calendar. In India, a month usually begins a day later than in Arabia. */
const muslim = { "eid-al-fitr": "10/1", "eid-al-adha": "12/10", muharram: "1/10", "eid-e-milad": "3/12" };
const arabia = new Intl.DateTimeFormat("en-u-ca-islamic-umalqura", {
  month: "numeric",
  day: "numeric",
  timeZone: "UTC",
});
/** The day in a year with a month and a day of that calendar. */
function inArabia(wanted, year) {
  for (let date = `${year}-01-01`; date.startsWith(year); date = plus(date, 1))
    if (arabia.format(new Date(date)) === wanted) return date;
  throw new Error(`${year} has no ${wanted}`);
}
compare("Arabia's calendar", Object.keys(muslim), (id, year) => plus(inArabia(muslim[id], year), 1), {
  "eid-al-adha 2026-05-27": { day: "2026-05-28", why: "Gujarat's list of public holidays has 27 May" },
});

/** Good Friday by the sky: Easter is the Sunday after the first full moon of spring. */
function goodFriday(year) {
  const full = SearchMoonPhase(180, new Date(Date.UTC(year, 2, 21)), 30).date;
  return plus(full.toISOString().slice(0, 10), 5 - full.getUTCDay());
}
compare("full moon", ["good-friday"], (_, year) => goodFriday(year));

const compared = new Set([...Object.keys(named), ...Object.keys(muslim), "good-friday"]);
for (const { id, dates } of table) {
  const moves = new Set(dates.map((date) => date.slice(4))).size > 1;
  if (!(id in rules)) faults.push(`${id} has no rule in scripts/festivals.mjs`);
  if (moves !== compared.has(id))
    faults.push(`${id} ${moves ? "moves, but no second source has it" : "does not move"}`);
}

for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exit(1);
console.log(`festivals: ${table.length}, from ${years[0]} to ${years.at(-1)}, agree with their sources`);
