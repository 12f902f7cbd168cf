import { expect, test } from "vitest";
import en from "../../../../../locales/en.json";

/** Texts quoted by the specification. A change to a locale file must not alter them unnoticed. */
const failures = {
  Error: {
    instagram: "Failed to update Instagram URL.",
    facebook: "Failed to update Facebook URL.",
    linkedin: "Failed to update LinkedIn URL.",
    youtube: "Failed to update YouTube URL.",
    twitter: "Failed to update Twitter URL.",
    website: "Failed to update Website URL.",
    whatsapp: "Failed to update WhatsApp settings.",
    phone: "Failed to update phone number.",
    email: "Failed to update contact email.",
    "contact-address": "Failed to update contact address.",
    "profile-image": "Failed to update profile image. Please try again.",
    "brand-name": "Failed to update brand name",
    tagline: "Failed to update tagline",
    "shop-button-url": "Failed to update Shop Button URL.",
    "feedback-url": "Failed to update Feedback URL.",
  },
  "Update failed": {
    address: "There was a problem updating the business address.",
    "app-download": "There was a problem updating the app download links. Please check the URL format and try again.",
    "qr-code": "There was a problem updating the QR code settings.",
  },
};

test("E2 E3 E5 E6 E7 E9 E10 E11 E12 failures use the texts that the specification quotes", () => {
  const words: Record<string, string> = en;
  for (const [title, screens] of Object.entries(failures)) {
    for (const [screen, text] of Object.entries(screens)) {
      expect(words[`screen.${screen}.failure`]).toBe(text);
      expect(words[`screen.${screen}.failureTitle`] ?? words["toast.error"]).toBe(title);
    }
  }
});
