import { expect, test } from "vitest";
import type { Revision } from "../../../api/types";
import type { Lang } from "../../../lib/lang";
import { again, before, touching } from "./past-texts";
import { noTexts, type Texts } from "./texts";

const saved = (id: number, ...changes: Revision["changes"]): Revision => ({
  id: `site-${id}`,
  subject: "site",
  at: "",
  by: "",
  action: "saved",
  current: false,
  changes,
});
const change = (field: string, before: string, after: string, lang: Lang = "en") => ({ field, lang, before, after });

const history = [
  saved(4, change("tagline", "Second", "Third")),
  saved(3, change("phone", "1", "2"), change("tagline", "", "हिन्दी", "hi")),
  saved(2, change("tagline", "First", "Second")),
];
const now: Texts = { ...noTexts(), en: { tagline: "Third" }, hi: { tagline: "हिन्दी" }, gu: { tagline: "" } };

test("a screen's history contains only its own fields", () => {
  expect(touching(history, ["phone"])).toEqual([saved(3, change("phone", "1", "2"))]);
});

test("past texts are found by reverting newer saves of the same fields", () => {
  expect(before(now, history.slice(0, 1), ["tagline"]).en.tagline).toBe("Second");
  expect(before(now, history, ["tagline"])).toMatchObject({
    en: { tagline: "First" },
    hi: { tagline: "" },
    gu: { tagline: "" },
  });
  expect(now.en.tagline).toBe("Third");
});

test("a text that was not stored yet is the default", () => {
  const begun = [saved(1, change("tagline", "", "Third"))];
  expect(before(now, begun, ["tagline"]).en.tagline).toBe("Digital Marketing Solutions");
});

test("restoring a save restores only the texts that it changed and keeps later saves of other texts", () => {
  const [, middle, oldest] = history as [Revision, Revision, Revision];
  expect(again(now, oldest, ["tagline", "phone"], "after")).toEqual({ ...now, en: { tagline: "Second" } });
  expect(again(now, oldest, ["tagline", "phone"], "before")).toEqual({ ...now, en: { tagline: "First" } });
  expect(again({ ...now, hi: { tagline: "नया" } }, middle, ["tagline"], "after")).toEqual(now);
});
