// Computes the days of festivals for internal/domain/festival/festivals.json, by the traditional rule of each festival,
// from the positions of the sun and the moon at Ahmedabad. Prints them for the years FIRST to LAST.
// Usage: node scripts/festivals.mjs FIRST LAST
import { Body, EclipticGeoMoon, Observer, SearchMoonPhase, SearchRiseSet, SunPosition } from "astronomy-engine";

const ahmedabad = new Observer(23.0225, 72.5714, 53);
const day = 24 * 3600e3;
const india = 5.5 * 3600e3;

/** The start of a day in India, in milliseconds since 1970. */
const midnight = (date) => Date.parse(date) - india;
/** The day in India, as in 2026-11-08. */
const dayOf = (time) => new Date(time + india).toISOString().slice(0, 10);
export const plus = (date, days) => dayOf(midnight(date) + days * day);

const phase = (degrees, from) => SearchMoonPhase(degrees, new Date(from), 40).date.getTime();
const rise = (body, date) => SearchRiseSet(body, ahmedabad, 1, new Date(midnight(date)), 1).date.getTime();
/** The first time that a body sets after noon. */
const set = (body, date) => SearchRiseSet(body, ahmedabad, -1, new Date(midnight(date) + day / 2), 2).date.getTime();

const suns = new Map();
/** Sunrise and sunset of a day. */
function sun(date) {
  if (!suns.has(date)) suns.set(date, { up: rise(Body.Sun, date), down: set(Body.Sun, date) });
  return suns.get(date);
}

/** The parts of a day and of the night that follows it, each as a start and an end. */
const parts = {
  sunrise: ({ up }) => [up, up + 1],
  morning: ({ up, down }) => [up, up + (down - up) / 5],
  noon: ({ up, down }) => [up + ((down - up) * 2) / 5, up + ((down - up) * 3) / 5],
  afternoon: ({ up, down }) => [up + ((down - up) * 3) / 5, up + ((down - up) * 4) / 5],
  evening: ({ down }, next) => [down, down + (next.up - down) / 5],
  midnight: ({ down }, next) => [down + ((next.up - down) * 7) / 15, down + ((next.up - down) * 8) / 15],
};

/** The months of the Gujarati calendar; each begins with a new moon. The first belongs to the sun in Pisces. */
const months = "chaitra vaishakh jeth ashadh shravan bhadarvo aso kartak magshar posh maha fagan".split(" ");
/** A longitude in the Indian zodiac, which moves by a degree in 72 years (Lahiri). */
function sidereal(longitude, time) {
  const turned = 23.853 + (0.013969 * (time - Date.UTC(2000, 0, 1))) / (365.25 * day);
  return (longitude - turned + 360) % 360;
}
/** The sign of the sun, from 0 for Aries. */
const sign = (time) => Math.floor(sidereal(SunPosition(new Date(time)).elon, time) / 30);
/** The lunar mansion of the moon, one of 27 parts of the zodiac, from 0. */
const mansion = (time) => Math.floor(sidereal(EclipticGeoMoon(new Date(time)).lon, time) / (360 / 27));

/** The new moons that begin and end a month of a year. A month in which the sun stays in its sign is a leap month. */
function lunation(year, month) {
  for (let start = phase(0, Date.UTC(year, 0, 3)), end; ; start = end) {
    end = phase(0, start + day);
    const of = sign(start);
    if (of !== sign(end) && months[(of + 1) % 12] === month) return { start, end };
    if (end > Date.UTC(year + 1, 0, 1)) throw new Error(`${year} has no ${month}`);
  }
}

/** The start and the end of a tithi, one of the thirty parts of a month. */
function interval(year, month, number) {
  const { start, end } = lunation(year, month);
  return [
    number === 1 ? start : phase((number - 1) * 12, start), //
    number === 30 ? end : phase(number * 12, start),
  ];
}

/**
 * The day on which a tithi rules the largest share of a part of the day. A tithi that rules it on no day counts on the
 * day whose sunrise it rules, or else on the day on which it begins.
 */
function tithi(month, number, part) {
  return (year) => {
    const [begins, ends] = interval(year, month, number);
    const first = dayOf(begins);
    const most = (of) => {
      const days = [plus(first, -1), first, plus(first, 1)].map((date) => {
        const [from, until] = parts[of](sun(date), sun(plus(date, 1)));
        return { date, share: (Math.min(until, ends) - Math.max(from, begins)) / (until - from) };
      });
      return days.filter(({ share }) => share > 0).toSorted((a, b) => b.share - a.share)[0]?.date;
    };
    return most(part) ?? most("sunrise") ?? first;
  };
}

/**
 * The day on which the tenth tithi rules the afternoon. The next day is Dussehra if the tithi outlasts its morning and
 * only then the moon is in the mansion Shravana in the afternoon.
 */
function dussehra(year) {
  const first = tithi("aso", 10, "afternoon")(year);
  const next = plus(first, 1);
  const [, ends] = interval(year, "aso", 10);
  const inShravana = (date) => parts.afternoon(sun(date)).some((time) => mansion(time) === 21);
  return ends > parts.morning(sun(next))[1] && inShravana(next) && !inShravana(first) ? next : first;
}

/** The new moon before Muharram 1448. */
const muharram = phase(0, Date.UTC(2026, 5, 10));
/**
 * A day of the Muslim calendar. A month begins after the evening on which the young moon sets at least 48 minutes after
 * the sun, which is the traditional limit for seeing it.
 */
function muslim(month, number) {
  return (year) => {
    for (let n = Math.round((year - 2026) * 12.368) - 8; ; n++) {
      const from = phase(0, muharram + n * 29.530588 * day - 2 * day);
      let evening = dayOf(from);
      while (set(Body.Moon, evening) - sun(evening).down < 48 * 60e3 || sun(evening).down < from)
        evening = plus(evening, 1);
      const date = plus(evening, number);
      if ((((n % 12) + 12) % 12) + 1 === month && date.startsWith(year)) return date;
      if (date > `${year + 1}`) throw new Error(`${year} has no month ${month}`);
    }
  };
}

/** The Friday before Easter, by the churches' arithmetic. */
function goodFriday(year) {
  const century = Math.floor(year / 100);
  const golden = year % 19;
  const epact = (century - Math.floor(century / 4) - Math.floor((8 * century + 13) / 25) + 19 * golden + 15) % 30;
  const full = plus(`${year}-03-21`, epact - (epact > 28 || (epact === 28 && golden > 10) ? 1 : 0));
  return plus(full, 5 - new Date(full).getUTCDay());
}

const fixed = (date) => (year) => `${year}-${date}`;

/** For each festival, the function that computes its day in a year. */
export const rules = {
  uttarayan: fixed("01-14"),
  "vasi-uttarayan": fixed("01-15"),
  "republic-day": fixed("01-26"),
  "maha-shivaratri": tithi("maha", 29, "midnight"),
  holi: tithi("fagan", 15, "evening"),
  dhuleti: (year) => plus(rules.holi(year), 1),
  "gudi-padwa": tithi("chaitra", 1, "sunrise"),
  "eid-al-fitr": muslim(10, 1),
  "ram-navami": tithi("chaitra", 9, "noon"),
  "mahavir-jayanti": tithi("chaitra", 13, "sunrise"),
  "good-friday": goodFriday,
  "ambedkar-jayanti": fixed("04-14"),
  "gujarat-day": fixed("05-01"),
  "eid-al-adha": muslim(12, 10),
  muharram: muslim(1, 10),
  "rath-yatra": tithi("ashadh", 2, "sunrise"),
  "independence-day": fixed("08-15"),
  "eid-e-milad": muslim(3, 12),
  "raksha-bandhan": tithi("shravan", 15, "morning"),
  janmashtami: tithi("shravan", 23, "sunrise"),
  "ganesh-chaturthi": tithi("bhadarvo", 4, "noon"),
  "gandhi-jayanti": fixed("10-02"),
  navratri: tithi("aso", 1, "sunrise"),
  dussehra,
  dhanteras: tithi("aso", 28, "evening"),
  diwali: tithi("aso", 30, "evening"),
  "bestu-varas": tithi("kartak", 1, "sunrise"),
  "bhai-bij": tithi("kartak", 2, "afternoon"),
  "labh-pancham": tithi("kartak", 5, "sunrise"),
  "guru-nanak-jayanti": tithi("kartak", 15, "sunrise"),
  christmas: fixed("12-25"),
};

if (process.argv[1] === import.meta.filename) {
  const [first, last] = process.argv.slice(2).map(Number);
  const years = Array.from({ length: last - first + 1 }, (_, n) => first + n);
  for (const [id, rule] of Object.entries(rules)) console.log(id.padEnd(20), years.map(rule).join(" "));
}
