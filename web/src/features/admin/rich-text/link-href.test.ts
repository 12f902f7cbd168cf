import { expect, test } from "vitest";
import { isLinkable, linkHref } from "./link-href";

test.each([
  ["https://example.in/a?b", "https://example.in/a?b"],
  ["example.in/path", "https://example.in/path"],
  ["localhost.example:8080", "https://localhost.example:8080"],
  ["a@example.in", "mailto:a@example.in"],
  ["mailto:a@example.in", "mailto:a@example.in"],
  ["tel:+919876543210", "tel:+919876543210"],
  ["/services", "/services"],
  ["#end", "#end"],
  ["javascript:alert(1)", null],
  ["JAVASCRIPT:alert(1)", null],
  ["data:text/html,x", null],
  ["//evil.example", null],
  ["just words", null],
  ["word", null],
  ["", null],
])("a link typed as %o leads to %o", (typed, href) => {
  expect(linkHref(typed)).toBe(href);
  if (href) expect(isLinkable(href)).toBe(true);
});
