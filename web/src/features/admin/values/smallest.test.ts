import { expect, test } from "vitest";
import { smallest } from "./smallest";

test("a list uses small variants of the site's own pictures, other pictures as they are, and no invalid addresses", () => {
  expect(smallest("/media/profile_images/a-1200x800.jpg")).toBe("/media/profile_images/a-1200x800-320.jpg");
  expect(smallest("https://pictures.example/a.png")).toBe("https://pictures.example/a.png");
  for (const address of ["vbscript:x()", " javascript:x()", "j\na\tvascript:x()", "x:javascript:x()"])
    expect(smallest(address)).toBeUndefined();
});
