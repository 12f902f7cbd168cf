import { expect, test } from "vitest";
import { smallest } from "./smallest";

test("a list draws pictures of ours small, others as they are, and nothing that is no address of a picture", () => {
  expect(smallest("/media/profile_images/a-1200x800.jpg")).toBe("/media/profile_images/a-1200x800-320.jpg");
  expect(smallest("https://pictures.example/a.png")).toBe("https://pictures.example/a.png");
  for (const address of ["vbscript:x()", " javascript:x()", "j\na\tvascript:x()", "x:javascript:x()"])
    expect(smallest(address)).toBeUndefined();
});
