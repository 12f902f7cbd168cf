import { expect, test } from "vitest";
import { shareLinks, sharePlatforms } from "./share-links";

const profile = { url: "https://example.in/gu?a=1&b=2", subject: "Check out A & B's profile!" };

test("SH2 there are six ways to share, in order, each with the complete URL", () => {
  expect(sharePlatforms).toEqual(["whatsapp", "telegram", "facebook", "linkedin", "twitter", "other"]);
  for (const platform of sharePlatforms) {
    const link = new URL(shareLinks[platform](profile));
    expect([...link.searchParams.values()].join(" ")).toContain(profile.url);
  }
});

test("SH2 Other is an email with the subject", () => {
  const mail = new URL(shareLinks.other(profile));
  expect(mail.protocol).toBe("mailto:");
  expect(mail.searchParams.get("subject")).toBe(profile.subject);
});
