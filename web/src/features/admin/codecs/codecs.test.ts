import { expect, test } from "vitest";
import type { Site } from "../../../api/types";
import { addressParts } from "./address";
import { chatLink } from "./chat-link";
import { qrTarget } from "./qr-target";

const shown = { socialLinks: { whatsapp: "https://wa.me/919825012345" } } as Site;

test.each([
  [
    "C. G. Road, Navrangpura\nAhmedabad, Gujarat 380009\nIndia",
    ["C. G. Road, Navrangpura", "Ahmedabad", "Gujarat", "380009", "India"],
  ],
  ["Hazratganj\nLucknow, Uttar Pradesh 226001\nIndia", ["Hazratganj", "Lucknow", "Uttar Pradesh", "226001", "India"]],
  ["Shop 4\nC. G. Road\nSurat, Gujarat 395003\nIndia", ["Shop 4\nC. G. Road", "Surat", "Gujarat", "395003", "India"]],
  ["C. G. Road\nAhmedabad\nIndia", ["C. G. Road", "Ahmedabad", "", "", "India"]],
  ["C. G. Road\nAhmedabad, Gujarat\nIndia", ["C. G. Road", "Ahmedabad", "Gujarat", "", "India"]],
  ["સી. જી. રોડ\nઅમદાવાદ, ગુજરાત 380009\nભારત", ["સી. જી. રોડ", "અમદાવાદ", "ગુજરાત", "380009", "ભારત"]],
  ["C. G. Road\nAhmedabad", ["C. G. Road\nAhmedabad", "", "", "", ""]],
  ["Ahmedabad", ["Ahmedabad", "", "", "", ""]],
  ["", ["", "", "", "", ""]],
])("E2 the address %j is unchanged after splitting and joining", (text, [street, city, state, zip, country]) => {
  const parts = addressParts.split(text);
  expect(parts).toEqual({ street, city, state, zip, country });
  expect(addressParts.join(parts)).toBe(text);
});

const greeting = "Hello! I'm interested in learning more about your services.";

test.each([
  ["https://wa.me/919825012345", "https://wa.me/919825012345", ""],
  [
    "https://wa.me/919825012345?text=Hello!%20I'm%20interested%20in%20learning%20more%20about%20your%20services.",
    "https://wa.me/919825012345",
    greeting,
  ],
  [
    "https://api.whatsapp.com/send?phone=919825012345&text=%E0%AA%A8%E0%AA%AE%E0%AA%B8%E0%AB%8D%E0%AA%A4%E0%AB%87",
    "https://api.whatsapp.com/send?phone=919825012345",
    "નમસ્તે",
  ],
  ["https://wa.me/1?text=100%25%20%26%20more%3F", "https://wa.me/1", "100% & more?"],
])("E6 the chat link %s is unchanged after splitting and joining", (text, link, message) => {
  const parts = chatLink.split(text, shown);
  expect(parts).toEqual({ chatLink: link, chatMessage: message });
  expect(chatLink.join(parts)).toBe(text);
});

test.each([
  ["98250 98250", "https://wa.me/919825098250?text=Hi"],
  ["૯૮૨૫૦ ૯૮૨૫૦", "https://wa.me/919825098250?text=Hi"],
  ["wa.me/919825098250", "https://wa.me/919825098250?text=Hi"],
])("E6 the message is appended to the chat link typed as %s", (typed, link) => {
  expect(chatLink.join({ chatLink: typed, chatMessage: "Hi" })).toBe(link);
});

test("E6 a message that cannot be decoded stays in the link", () => {
  expect(chatLink.split("https://wa.me/1?text=%E0%", shown)).toEqual({
    chatLink: "https://wa.me/1?text=%E0%",
    chatMessage: "",
  });
});

test("E6 without a stored link the form suggests the phone's chat link", () => {
  expect(chatLink.split("", shown)).toEqual({ chatLink: "https://wa.me/919825012345", chatMessage: "" });
});

test("E5 without a stored target the form suggests this site", () => {
  expect(qrTarget.split("")).toEqual({ qrUrl: "http://localhost:8080" });
  expect(qrTarget.split("https://loom.example")).toEqual({ qrUrl: "https://loom.example" });
});
