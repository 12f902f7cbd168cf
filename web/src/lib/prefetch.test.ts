import { expect, test, vi } from "vitest";
import { prefetchOnIntent } from "./prefetch";

test("hovering prefetches a page of this site once, but no files, new tabs or other sites", () => {
  const asked: string[] = [];
  vi.stubGlobal("fetch", async (href: string) => asked.push(href));
  document.body.innerHTML = `
    <a href="/services"><b>in</b></a><a href="/services">again</a><a href="/gu/blog?shown=8">in</a>
    <a href="/">here</a><a href="/contact.vcf" data-file>file</a>
    <a href="/media/a.pdf" target="_blank">tab</a><a href="https://example.in/services">out</a><button>none</button>`;
  prefetchOnIntent();
  for (const element of document.querySelectorAll("a,b,button")) {
    element.dispatchEvent(new Event("pointerover", { bubbles: true }));
  }
  expect(asked).toEqual(["/services", "/gu/blog?shown=8"]);
});
