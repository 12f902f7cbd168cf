import { expect, test } from "vitest";
import { replayEarlyClicks, takeEarlyClicks } from "./early-clicks";

test("early clicks on buttons and file links are replayed unless their component has handled them", () => {
  document.body.innerHTML = "<button>a</button><button>b</button><a>file</a><details><summary></summary></details>";
  const [a, b] = document.querySelectorAll("button");
  const file = document.querySelector("a");
  const summary = document.querySelector("summary");
  if (!a || !b || !file || !summary) throw new Error("no elements");
  const pressed: string[] = [];
  for (const part of [a, b, file, summary]) part.addEventListener("click", () => pressed.push(part.textContent));

  window.__early = [
    { target: a, time: 1 },
    { target: summary, time: 2 },
    { target: a, time: 3 },
    { target: b, time: 4 },
    { target: file, time: 4 },
    { target: summary, time: 5 },
  ];
  expect(takeEarlyClicks(summary)).toEqual([2, 5]);
  b.remove();
  a.setAttribute("aria-busy", "true");
  replayEarlyClicks();
  expect(pressed).toEqual(["a", "file"]);
  expect(window.__early).toBeUndefined();
  expect(a.hasAttribute("aria-busy")).toBe(false);
  expect(takeEarlyClicks(summary)).toEqual([]);
});
