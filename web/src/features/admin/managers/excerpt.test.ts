import { expect, test } from "vitest";
import { teaser } from "./excerpt";

const four = "four ".repeat(19);

test.each([
  ["<h2>One</h2><p>two <b>three</b></p>", "One two three..."],
  ["<p>One &amp; two</p>", "One & two..."],
  [`<p>${"ક્ષ".repeat(101)}</p>`, `${"ક્ષ".repeat(100)}...`],
  [`<p>${"word ".repeat(30)}</p>`, `${"word ".repeat(20).trim()}...`],
  [`<p>${four}fourteen more</p>`, `${four.trim()}...`],
  [`<p>${four}five, more</p>`, `${four}five...`],
  ["a".repeat(150), `${"a".repeat(100)}...`],
  ["ક્ષમા ".repeat(60), `${"ક્ષમા ".repeat(33).trim()}...`],
])("M5 the teaser of %s ends with a whole word, as the server's does", (html, text) => {
  expect(teaser(html)).toBe(text);
});
