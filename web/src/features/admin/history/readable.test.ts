import { expect, test } from "vitest";
import { picturesOf, readable } from "./readable";

test("an article becomes plain text with one line per paragraph", () => {
  const html = `<h2>Diwali &amp; after</h2><p>First <b>line</b>,<br>second</p><ul><li>one</li><li>two</li></ul><figure><img src="/media/a.webp" onerror="alert(1)"></figure>`;
  expect(readable(html)).toBe("Diwali & after\nFirst line,\nsecond\none\ntwo");
  expect(picturesOf(`${html}<p><img alt=""><img src="/media/b.webp"></p>`)).toEqual(["/media/a.webp", "/media/b.webp"]);
});
