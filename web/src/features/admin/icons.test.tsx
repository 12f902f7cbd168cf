import { expect, test } from "vitest";
import { pathOf } from "./icons";

test.each([
  ['<path d="M12 7v14"></path><path d="M3 3h2"></path>', "M12 7v14M3 3h2"],
  ['<path d="m10 9 5 3-5 3z"></path>', "M10 9l5 3-5 3z"],
  ['<path d="m3 9 h2"></path>', "M3 9h2"],
  ['<path d="m.5-1.5.5.5"/>', "M.5 -1.5l.5.5"],
  ['<circle cx="12" cy="10" r="3"/>', "M9 10a3 3 0 1 0 6 0a3 3 0 1 0 -6 0"],
  [
    '<rect width="18" height="4" x="3" y="7" rx="1"/>',
    "M4 7h16a1 1 0 0 1 1 1v2a1 1 0 0 1 -1 1h-16a1 1 0 0 1 -1 -1v-2a1 1 0 0 1 1 -1z",
  ],
  ['<line x1="2" y1="3" x2="4" y2="5"/>', "M2 3L4 5"],
  ['<polyline points="1 2 3 4"/>', "M1 2 3 4"],
])("%s becomes the path %s", (inner, path) => {
  expect(pathOf(`<svg width="24" fill="none">${inner}</svg>`)).toBe(path);
});

test("a shape that cannot become a path throws", () => {
  expect(() => pathOf("<svg><text x='1'>a</text></svg>")).toThrow("text");
});
