import { cleanup, screen as page, render } from "@testing-library/react";
import { expect, test } from "vitest";
import en from "../../../../../locales/en.json";
import { LanguageProvider } from "../../../i18n/language";
import { PicturePreview } from "./picture-preview";

test("an address that cannot be a picture is not requested, and the owner sees a note", () => {
  const asked = (src: string) => {
    cleanup();
    render(
      <LanguageProvider lang="en" words={en}>
        <PicturePreview src={src} />
      </LanguageProvider>,
    );
    return page.queryByRole("img")?.getAttribute("src");
  };
  for (const address of ["/media/a-10x10.png", "https://pictures.example/a.png", "data:image/png;base64,AAAA"])
    expect(asked(address)).toBe(address);
  for (const address of ["vbscript:x()", "j\na\tvascript:x()", "data:text/html,<p>", "x:javascript:x()"]) {
    expect(asked(address)).toBeUndefined();
    expect(page.getByText(en["picture.missing"])).toBeDefined();
  }
});
