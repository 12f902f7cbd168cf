import { render, screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import en from "../../../../locales/en.json";
import type { Block } from "../../api/types";
import { LanguageProvider } from "../../i18n/language";
import { Blocks } from "./blocks";
import { runsOf } from "./runs";

const link = (title: string, more: Partial<Block> = {}): Block => ({
  kind: "link",
  title,
  href: "https://surya.in",
  glyph: "M1 1",
  ...more,
});
const page = (part: "services" | "blog" | "download"): Block => ({ kind: "page", part, href: `/${part}` });
const heading = (title: string): Block => ({ kind: "heading", title });

const show = (...blocks: Block[]) =>
  render(
    <LanguageProvider lang="en" words={en}>
      <Blocks blocks={blocks} />
    </LanguageProvider>,
  );

test("adjacent blocks of one group form a run, and a heading starts a new run", () => {
  const runs = runsOf([link("a"), link("b"), page("services"), link("c"), heading("More"), link("d"), page("blog")]);
  expect(runs.map(({ id, heading, blocks }) => [id, heading, blocks.length])).toEqual([
    ["own", undefined, 2],
    ["links", undefined, 1],
    ["own-2", undefined, 1],
    ["own-3", "More", 1],
    ["links-2", undefined, 1],
  ]);
});

test("the download page is one of the buttons", () => {
  show({ kind: "action", part: "shop", href: "https://surya.in/shop" }, page("download"));
  const [shop, download] = screen.getAllByRole("link");
  expect(shop?.parentElement).toBe(download?.parentElement);
  expect([shop?.getAttribute("target"), download?.getAttribute("target")]).toEqual(["_blank", null]);
});

test("the owner's heading replaces the default heading of a run of pages", () => {
  show(heading("Look around"), page("services"), page("blog"));
  const nav = screen.getByRole("navigation", { name: "Look around" });
  expect(within(nav).getAllByRole("link")).toHaveLength(2);
  expect(screen.queryByText(en["home.links"])).toBeNull();
});

test("a page link shows the owner's texts if there are any", () => {
  show({ ...page("services"), title: "What we bake", text: "Every morning" }, page("blog"));
  screen.getByRole("link", { name: /What we bake.*Every morning/ });
  screen.getByRole("link", { name: new RegExp(en["home.links.blog"]) });
});

test("only web links open in a new tab", () => {
  show(
    link("Web"),
    link("Call", { href: "tel:+919825098250" }),
    link("Pay", { href: "upi://pay?pa=surya@okbank" }),
    link("Find", { href: "geo:23.02,72.57" }),
  );
  const targets = screen.getAllByRole("link").map((link) => link.getAttribute("target"));
  expect(targets).toEqual(["_blank", null, null, null]);
});

test("each price is a link to its service", () => {
  const cake = { title: "Cake", text: "Half kilo", price: "from ₹650", href: "/services/cake" };
  show({ kind: "prices", title: "Prices", href: "/services", rows: [cake], more: "All 7 prices" });
  expect(screen.getByRole("link", { name: "Cake Half kilo from ₹650" }).getAttribute("href")).toBe("/services/cake");
  expect(screen.getByRole("link", { name: "All 7 prices" }).getAttribute("href")).toBe("/services");
});

test("the answer to a question is folded at first", () => {
  show({ kind: "questions", title: "Questions", rows: [{ title: "Eggless?", text: "Always." }] });
  expect(screen.getByText("Always.").closest("details")?.open).toBe(false);
});

test("two identical blocks are both shown", () => {
  show(link("Menu"), link("Menu"));
  expect(screen.getAllByRole("link", { name: "Menu" })).toHaveLength(2);
});

test("a video loads nothing from its platform and shows the platform's name", () => {
  const { container } = show({ kind: "video", title: "How we bake", href: "https://youtu.be/x", platform: "youtube" });
  screen.getByRole("link", { name: /How we bake.*YouTube/ });
  expect(container.querySelector("img, iframe, video")).toBeNull();
});
