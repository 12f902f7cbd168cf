import { expect, test } from "vitest";
import { excerpt } from "./excerpt";

test("M5 the excerpt is the text without tags, its first 100 letters and three dots", () => {
  expect(excerpt("<h2>One</h2><p>two <b>three</b></p>")).toBe("One two three...");
  expect(excerpt(`<p>${"x".repeat(150)}</p>`)).toBe(`${"x".repeat(100)}...`);
  expect(excerpt(`<p>${"ક્ષ".repeat(101)}</p>`)).toBe(`${"ક્ષ".repeat(100)}...`);
});
