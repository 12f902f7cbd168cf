import { cleanup, render } from "@testing-library/react";
import { expect, test } from "vitest";
import en from "../../../../locales/en.json";
import { LanguageProvider } from "../../i18n/language";
import { itemPreviews } from "./item-previews";

test("the preview of an item requests no stored address that cannot be a picture", () => {
  const asked = (name: "blog" | "portfolio", texts: Record<string, string>) => {
    cleanup();
    const preview = itemPreviews[name];
    if (typeof preview !== "function") throw new Error(`${name} has no preview function`);
    const { container } = render(
      <LanguageProvider lang="en" words={en}>
        {preview({ id: "one", lang: "en", texts })}
      </LanguageProvider>,
    );
    return [...container.querySelectorAll("img")].map((img) => img.getAttribute("src"));
  };
  for (const [name, field] of [
    ["blog", "cover"],
    ["portfolio", "imageUrl"],
  ] as const) {
    expect(new Set(asked(name, { [field]: "/media/a-10x10.png" }))).toEqual(new Set(["/media/a-10x10.png"]));
    for (const address of ["vbscript:x()", "j\na\tv\ra\nscript:x()"])
      expect(asked(name, { [field]: address })).toEqual([]);
  }
});
