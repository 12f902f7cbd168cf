import { fields } from "../../../api/fields.gen";

/** A social platform: its hosts, and the URL prefix of a profile name. */
export type Platform = { hosts: readonly string[]; handle: string; numbers?: boolean };

type Found = { value: string; code?: undefined } | { value?: undefined; code: "invalid_url" | "other_platform" };

const platforms: Platform[] = Object.values(fields).flatMap((field) => ("platform" in field ? [field.platform] : []));

const phonePattern = /^\+?[0-9 ().-]+$/;
const namePattern = /^@?([a-z0-9_][a-z0-9._-]*)$/i;
/** Scheme, host, port, path, query and fragment. Other schemes and user names do not match. */
const addressPattern =
  /^(https?:\/\/)?([\p{L}\p{M}\p{N}_-]+(?:\.[\p{L}\p{M}\p{N}_-]+)*|\[[0-9a-f:.]+\])(:\d{1,5})?(\/(?:%[0-9a-f]{2}|[^ \t\n\\<>"%?#])*)?(\?[^ \t\n\\<>"#]*)?(#[^ \t\n\\<>"]*)?$/iu;
const mobilePattern = /^(?:m|mobile)\./i;
const trackingPattern = /^(?:utm_[^=]*|igsh|igshid|fbclid|mibextid|si)(?:=|$)/;

/** Converts Hindi and Gujarati digits to 0–9: the lowest four bits of their code points start at 6. */
export function latinDigits(text: string): string {
  return text.replace(/[०-९૦-૯]/g, (digit) => String((digit.charCodeAt(0) & 15) - 6));
}

/** A dialable number: a complete Indian one, or any other with its country code. */
export function isPhone(text: string): boolean {
  const digits = text.replace(/\D/g, "").length;
  return phonePattern.test(text) && digits >= (text.startsWith("+") ? 7 : 10) && digits <= 15;
}

/** The digits to dial from abroad; a number without a country code is Indian. */
export function international(phone: string): string {
  const digits = phone.replace(/\D/g, "");
  const whole = phone.startsWith("+")
    ? digits
    : digits.replace(/^00|^0?(?=\d{10}$)/, (zeros) => (zeros === "00" ? "" : "91"));
  return whole.replace(/^910(?=\d{10}$)/, "91");
}

/** Checks the length limits of DNS names, and that the port is not 0. */
const isPossible = (name: string, port = "") =>
  name.length <= 253 && name.split(".").every((label) => label && label.length <= 63) && !/^:0+$/.test(port);

/** The parts of a typed address, or undefined. Without a scheme it must contain a dot: one word is not an address. */
function partsOf(text: string): string[] | undefined {
  const [, scheme = "", host = "", ...rest] = addressPattern.exec(text) ?? [];
  const full = `http://${host}${rest[0] ?? ""}`;
  if (!host || !URL.canParse(full) || !isPossible(new URL(full).hostname, rest[0])) return undefined;
  // Browsers read 1.2.3 as 1.2.0.3.
  if (/(?:^|\.)\d+$/.test(host) && new URL(full).hostname !== host) return undefined;
  if (!host.includes(".") && !(scheme && (host === "localhost" || host.startsWith("[")))) return undefined;
  return [scheme, host, ...rest.map((part) => part ?? "")];
}

const platformAt = (host: string) =>
  platforms.find(({ hosts }) => hosts.some((own) => `.${host.toLowerCase()}`.endsWith(`.${own}`)));

/** The URL of a profile on a platform. A profile name may contain a dot, which does not make it an address. */
function named({ handle, numbers }: Platform, typed: string): string | undefined {
  const number = latinDigits(typed);
  if (numbers) return isPhone(number) ? handle + international(number) : undefined;
  const name = namePattern.exec(typed)?.[1];
  return name && !platformAt(typed) && !/^www\./i.test(typed) ? handle + name : undefined;
}

function untracked(query: string): string {
  const kept = query
    .slice(1)
    .split("&")
    .filter((param) => !trackingPattern.test(param));
  return kept.join("&") && `?${kept.join("&")}`;
}

export const isWebUrl = (text: string): boolean => Boolean(partsOf(text)?.[0]);

/** The URL for a typed address or profile name. */
export function addressOf(platform: Platform | undefined, typed: string): Found {
  const page = platform && named(platform, typed);
  if (page) return { value: page };
  const parts = partsOf(typed);
  if (!parts) return { code: "invalid_url" };
  let [scheme = "", host = "", port = "", path = "", query = "", fragment = ""] = parts;
  if (!scheme) [scheme, host] = ["https://", host.toLowerCase()];
  const home = platform && platformAt(host);
  if (home && home.handle !== platform.handle) return { code: "other_platform" };
  if (home) [host, query] = [host.replace(mobilePattern, ""), untracked(query)];
  return { value: scheme + host + port + path + query + fragment };
}

/** The link for a typed text: a web address, phone number, email address, UPI account or place. */
export function linkOf(typed: string, email: RegExp): string | undefined {
  const [scheme = ""] = /^(?:tel|mailto|upi|geo):/i.exec(typed) ?? [];
  const rest = typed.slice(scheme.length);
  const dial = () => (isPhone(latinDigits(rest)) ? `tel:+${international(latinDigits(rest))}` : undefined);
  const write = () => (email.test(rest) ? `mailto:${inPath(rest)}` : undefined);
  switch (scheme.toLowerCase()) {
    case "tel:":
      return dial();
    case "mailto:":
      return write();
    case "upi:":
      return isPayment(rest) ? `upi:${rest}` : undefined;
    case "geo:":
      return isPlace(rest) ? `geo:${rest}` : undefined;
    default:
      // Mail domains contain a dot; without a dot it is a UPI account.
      return addressOf(undefined, typed).value ?? dial() ?? write() ?? (pay(typed) || undefined);
  }
}

/** Encodes an email address in a URL the way the server does. */
const inPath = (text: string) =>
  encodeURIComponent(text)
    .replace(/[!'*]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`)
    .replace(/%(?:24|26|2B|3D|40)/g, decodeURIComponent);

const payPattern = /^\/\/pay\?((?:[a-zA-Z]{2,12}=(?:[A-Za-z0-9._~@+,:/-]|%[2-7][0-9a-fA-F])*&?)+)$/;
const accountPattern = /^pa=[A-Za-z0-9._-]{2,64}@[A-Za-z0-9]{2,32}$/;

const pay = (typed: string) => accountPattern.test(`pa=${typed}`) && `upi://pay?pa=${typed}`;

function isPayment(rest: string): boolean {
  const accounts =
    payPattern
      .exec(rest)?.[1]
      ?.split("&")
      .filter((param) => param.startsWith("pa=")) ?? [];
  return accounts.length === 1 && accounts.every((account) => accountPattern.test(account));
}

function isPlace(rest: string): boolean {
  const [, lat, long] = /^(-?\d{1,2}(?:\.\d{1,8})?),(-?\d{1,3}(?:\.\d{1,8})?)$/.exec(rest) ?? [];
  return lat !== undefined && Math.abs(Number(lat)) <= 90 && Math.abs(Number(long)) <= 180;
}

/** The URL of a video or reel without tracking parameters. */
export function videoOf(typed: string): string | undefined {
  const [, host = "", port, path = "", query = ""] = partsOf(typed) ?? [];
  if (port) return undefined;
  const home = host
    .toLowerCase()
    .replace(mobilePattern, "")
    .replace(/^www\./, "");
  const match = (pattern: RegExp, text: string, before: string) => {
    const found = pattern.exec(text)?.slice(1).join("/");
    return found && before + found;
  };
  if (home === "youtube.com" && path === "/watch")
    return match(/^\?(?:.*&)?v=([\w-]{11})(?:&|$)/, query, "https://www.youtube.com/watch?v=");
  if (home === "youtube.com") return match(/^\/shorts\/([\w-]{11})\/?$/, path, "https://www.youtube.com/shorts/");
  if (home === "youtu.be") return match(/^\/([\w-]{11})\/?$/, path, "https://youtu.be/");
  if (home === "instagram.com")
    return match(/^\/(?:[\w.]{1,30}\/)?(reel|p)\/([\w-]{5,64})\/?$/, path, "https://www.instagram.com/");
  return undefined;
}
