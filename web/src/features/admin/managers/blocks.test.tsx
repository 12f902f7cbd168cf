import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { screen as page, render, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, RouterProvider } from "react-router";
import { beforeEach, expect, test } from "vitest";
import en from "../../../../../locales/en.json";
import type { ItemValues } from "../../../api/types";
import { LanguageProvider } from "../../../i18n/language";
import { translator } from "../../../i18n/words";
import { langs } from "../../../lib/lang";
import { editItemPath, editPath, newItemPath } from "../../../paths";
import { Toaster } from "../../../ui/toaster";
import { fakeItems } from "../fake-items";
import { AuthProvider } from "../sign-in/auth";
import { CollectionScreen } from "./collection-screen";

const t = translator(en);

let server: ReturnType<typeof fakeItems>;
beforeEach(() => {
  server = fakeItems();
});

function open(address = editPath("blocks")) {
  const element = <CollectionScreen name="blocks" preview={undefined} />;
  const router = createMemoryRouter([{ path: editPath("blocks"), element }], { initialEntries: [address] });
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <LanguageProvider lang="en" words={en}>
        <AuthProvider>
          <RouterProvider router={router} />
        </AuthProvider>
        <Toaster label="" closeLabel={t("common.close")} />
      </LanguageProvider>
    </QueryClientProvider>,
  );
  return { user: userEvent.setup({ delay: null }), router };
}

const put = (values: ItemValues, more = {}) => server.put("blocks", values, more);
const row = async (name: string | RegExp) => within(await page.findByRole("row", { name }));

test("a built-in block has its default name and can be hidden but not deleted", async () => {
  put({ kind: "page", part: "portfolio" });
  put({ kind: "link", title: "Menu" });
  open();
  const portfolio = await row(/Portfolio/);
  portfolio.getByRole("button", { name: "Show Portfolio on the page", pressed: true });
  expect(portfolio.queryByRole("button", { name: /^Delete/ })).toBeNull();
  (await row(/Menu/)).getByRole("button", { name: "Delete Menu" });
});

test("one click hides a block, and undo shows it again", async () => {
  const { id } = put({ kind: "link", title: "Menu" });
  const { user } = open();
  await user.click((await row(/Menu/)).getByRole("button", { name: "Show Menu on the page" }));
  await page.findByText("Menu is hidden");
  expect(server.lists.blocks.find((item) => item.id === id)?.published).toBe(false);
  (await row(/Menu/)).getByText(t("shown.draft"));
  await user.click(page.getByRole("button", { name: t("manager.undo") }));
  await page.findByText("Menu is shown");
  expect(server.lists.blocks.find((item) => item.id === id)?.published).toBe(true);
});

test("chips show the highlight, schedule and languages of a block", async () => {
  put({ kind: "link", title: "Menu", accent: "yes", from: "2099-12-01T09:00", languages: ["gu"] });
  put({ kind: "text", title: "Offer", from: "2020-12-01T09:00", until: "2021-01-01T10:30" });
  open();
  const menu = await row(/Menu/);
  menu.getByText(t("item.blocks.accent"));
  menu.getByText("From 1 December, 9:00 AM");
  menu.getByText(t("language.gu"), { selector: "[lang=gu]" });
  const offer = await row(/Offer/);
  offer.getByText("Ended 1 January, 10:30 AM");
  expect(offer.queryByText(/^From/)).toBeNull();
});

test("a chip marks a block that finds nothing to show", async () => {
  put({ kind: "prices", title: "Cakes" }, { empty: true });
  put({ kind: "prices", title: "Bread" });
  open();
  (await row(/Cakes/)).getByText(t("block.empty"));
  expect((await row(/Bread/)).queryByText(t("block.empty"))).toBeNull();
});

test("the kind of block is chosen first, and its form has only the fields of that kind", async () => {
  const { user } = open(newItemPath("blocks"));
  await user.click(await page.findByRole("link", { name: new RegExp(t("block.kind.link.hint")) }));
  const title = await page.findByRole("textbox", { name: t("item.blocks.title") });
  expect(page.queryByRole("textbox", { name: t("item.blocks.text") })).toBeNull();
  await user.type(title, "Menu");
  await user.type(page.getByRole("textbox", { name: t("item.blocks.address") }), "98250 98250");
  page.getByText("Opens tel:+919825098250");
  await user.click(page.getByRole("button", { name: "Gift" }));
  await user.click(page.getByRole("switch", { name: t("item.blocks.accent") }));
  await user.click(page.getByRole("checkbox", { name: t("language.hi") }));
  await user.click(page.getByRole("button", { name: t("admin.save") }));
  await page.findByText(t("manager.blocks.created"));
  expect(server.calls[0]?.body.values).toEqual({
    kind: "link",
    title: "Menu",
    address: "tel:+919825098250",
    icon: "Gift",
    accent: "yes",
    languages: langs.filter((lang) => lang !== "hi"),
  });
});

test("a link without an address is not saved", async () => {
  const { user } = open(newItemPath("blocks", "link"));
  await user.type(await page.findByRole("textbox", { name: t("item.blocks.title") }), "Menu");
  await user.click(page.getByRole("button", { name: t("admin.save") }));
  await page.findByText("Address is required");
  expect(server.calls).toEqual([]);
});

test("a built-in page can be renamed but keeps its kind", async () => {
  const { id } = put({ kind: "page", part: "services" });
  const { user } = open(editItemPath("blocks", id));
  await user.type(await page.findByRole("textbox", { name: t("item.blocks.title") }), "What we bake");
  expect(page.queryByRole("combobox")).toBeNull();
  await user.click(page.getByRole("button", { name: t("admin.save") }));
  await page.findByText(t("manager.blocks.updated"));
  expect(server.calls[0]?.body.values).toEqual({ title: "What we bake" });
});
