import { expect, test } from "vitest";
import type { TranslationKey } from "./words";
import { addWords, translator } from "./words";

const english = { "share.subject": "Check out {brand}'s profile!", "issue.invalid": "General", empty: "" };
const hindi = { "home.welcome": "स्वागत है", "share.subject": "" };
const t = translator(hindi, english);

test("C8 a missing translation falls back to English, then to its key", () => {
  expect(t("home.welcome")).toBe("स्वागत है");
  expect(t("share.subject", { brand: "A $& B" })).toBe("Check out A $& B's profile!");
  expect(t("home.shop")).toBe("home.shop");
});

test("a placeholder without a value stays visible", () => {
  expect(t("share.subject")).toContain("{brand}");
});

test("a specific text takes precedence over the general one", () => {
  expect(t.first(["issue.invalid.code", "issue.invalid"])).toBe("General");
  expect(t.first(["home.welcome", "issue.invalid"])).toBe("स्वागत है");
  expect(t.first(["home.shop", "home.share"])).toBe("home.share");
  expect(t("empty" as TranslationKey)).toBe("empty");
});

test("a key that fits no text does not compile", () => {
  const code: string = "conflict";
  const keys = ["home.welcome"];
  t.first([`error.${code}`, "error.internal"]);
  t.first([`error.${code}`, ""]);
  // @ts-expect-error no such text
  t.first(["home.welcom", "home.welcome"]);
  // @ts-expect-error no such fallback
  t.first(["home.welcome", "home.welcom"]);
  // @ts-expect-error no text begins like this
  t.first([`eror.${code}`, "error.internal"]);
  // @ts-expect-error any string
  t.first([code]);
  // @ts-expect-error any strings
  t.first(keys);
});

test("words loaded for a dialog are in the page's language and available to existing translators", async () => {
  const files = { en: "Send", gu: "મોકલો" };
  document.documentElement.lang = "gu";
  expect(t("lead.submitting")).toBe("lead.submitting");
  await addWords(
    Object.fromEntries(
      Object.entries(files).map(([lang, word]) => [
        `../../../locales/${lang}.json`,
        async () => ({ "lead.submitting": word, "home.welcome": word }),
      ]),
    ),
  );
  expect(t("lead.submitting")).toBe("મોકલો");
  expect(t("home.welcome")).toBe("स्वागत है");
});
