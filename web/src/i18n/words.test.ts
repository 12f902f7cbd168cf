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
  expect(t.first(["issue.invalid.email", "issue.invalid"])).toBe("General");
  expect(t.first(["home.welcome", "issue.invalid"])).toBe("स्वागत है");
  expect(t.first(["nothing", "last" satisfies string])).toBe("last");
  expect(t("empty" as TranslationKey)).toBe("empty");
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
