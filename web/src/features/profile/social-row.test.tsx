import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import en from "../../../../locales/en.json";
import { LanguageProvider } from "../../i18n/language";
import { SocialRow } from "./social-row";

function row(...platforms: string[]) {
  const social = platforms.map((platform) => ({ platform, href: `https://example.in/${platform}` }));
  render(
    <LanguageProvider lang="en" words={en}>
      <SocialRow social={social} />
    </LanguageProvider>,
  );
  return screen.getAllByRole("link");
}

test("H4 platforms are matched case-insensitively; an unknown one gets a generic icon and its own name", () => {
  const [upper, lower, unknown, other] = row("Instagram", "instagram", "orkut", "mastodon");
  expect(upper?.innerHTML).toBe(lower?.innerHTML);
  expect(unknown?.innerHTML).toBe(other?.innerHTML);
  expect(unknown?.innerHTML).not.toBe(lower?.innerHTML);
  expect(unknown?.getAttribute("aria-label")).toContain("orkut");
});

test("H5 links open in a new tab with no referrer and no opener, and WhatsApp is green", () => {
  const links = row("website", "WhatsApp");
  for (const link of links) {
    expect(link.getAttribute("target")).toBe("_blank");
    expect(link.getAttribute("rel")).toBe("noopener noreferrer");
  }
  expect(links.map((link) => link.className.includes("bg-chat"))).toEqual([false, true]);
});
