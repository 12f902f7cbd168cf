import { expect, test } from "vitest";
import { inLines, tidyHtml } from "./tidy";

const article = [
  "<h2>One</h2>",
  "<p>Text <strong>bold</strong> <em>italic</em> <u>under</u> <s>struck</s> <code>code</code><br>new line</p>",
  "<h3>Two</h3>",
  "<ul><li>a</li><li>b<ul><li>c</li></ul></li></ul>",
  "<ol><li>1</li><li><p>two</p><p>paragraphs</p></li></ol>",
  '<blockquote lang="gu"><p>અવતરણ</p></blockquote>',
  "<pre><code>x = 1</code></pre>",
  "<hr>",
  '<p lang="hi"><a href="/services">सेवाएँ</a> <a href="https://example.in">web</a></p>',
  '<figure><img src="/media/a.jpg" alt="દુકાન" width="640" height="480" loading="lazy"><figcaption>Shop</figcaption></figure>',
  '<p>inline <img src="https://example.in/b.png" alt="" loading="lazy"></p>',
].join("");

test("everything an article may contain survives the editor unchanged", () => {
  expect(tidyHtml(article)).toBe(article);
  expect(tidyHtml(inLines(article))).toBe(article);
});

test.each([
  ["<script>alert(1)</script><p>a</p>", "<p>a</p>"],
  ['<p onclick="alert(1)" style="color:red" class="x" id="y">a</p>', "<p>a</p>"],
  ['<img src=x onerror="alert(1)">', ""],
  ['<p>a<img src="data:image/png;base64,AA"></p>', "<p>a</p>"],
  ['<p><a href="javascript:alert(1)">a</a></p>', "<p>a</p>"],
  ["<form><input name='a'></form><p>a</p>", "<p>a</p>"],
  ['<figure><img src="/a.jpg" alt=""></figure>', '<figure><img src="/a.jpg" alt="" loading="lazy"></figure>'],
  ["<p></p>", ""],
  ["<h1>a</h1><h5>b</h5><header>c</header>", "<h2>a</h2><h3>b</h3><p>c</p>"],
])("the editor removes what the server would remove: %s", (html, tidy) => {
  expect(tidyHtml(html)).toBe(tidy);
});
