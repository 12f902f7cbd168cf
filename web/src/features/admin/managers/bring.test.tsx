import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { screen as page, render, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, RouterProvider } from "react-router";
import { beforeEach, expect, test } from "vitest";
import en from "../../../../../locales/en.json";
import type { Offer, Offers } from "../../../api/types";
import { LanguageProvider } from "../../../i18n/language";
import { translator } from "../../../i18n/words";
import { bringPath, editPath } from "../../../paths";
import { Toaster } from "../../../ui/toaster";
import { fakeItems } from "../fake-items";
import { AuthProvider } from "../sign-in/auth";
import { CollectionScreen } from "./collection-screen";

const t = translator(en);

let server: ReturnType<typeof fakeItems>;
beforeEach(() => {
  server = fakeItems();
});

const offer = (more: Partial<Offer>): Offer => ({
  kind: "link",
  title: "",
  text: "",
  address: "",
  there: false,
  ...more,
});
const link = (title: string, more: Partial<Offer> = {}) =>
  offer({ title, block: { kind: "link", title, address: `https://surya.in/${title}` }, ...more });
const social = (name: string, value: string, more: Partial<Offer> = {}) =>
  offer({ kind: "social", field: `socialLinks.${name}`, value, platform: name, ...more });
const refused = offer({
  title: "Pay",
  address: "javascript:alert(1)",
  issue: { field: "address", code: "invalid_url" },
});

const found = (...offers: Offer[]): Offers => ({ source: "linktree", offers, room: 291 });

function open(address = bringPath("blocks")) {
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

async function choose(user: ReturnType<typeof userEvent.setup>, file = new File(["<html>"], "page.html")) {
  await user.upload(await page.findByLabelText(t("bring.choose")), file);
}

const box = (name: RegExp, state: { checked?: boolean } = {}) => page.findByRole("checkbox", { name, ...state });
const barred = async (name: RegExp) => (await page.findByRole<HTMLInputElement>("checkbox", { name })).disabled;
const made = () => server.lists.blocks.map(({ values }) => values.title);

test("the block manager links to the import", async () => {
  const { user } = open(editPath("blocks"));
  await user.click(await page.findByRole("link", { name: t("bring.title") }));
  await page.findByText(t("bring.how.linktree"));
});

test("new rows are ticked, existing rows are not, and invalid rows cannot be ticked", async () => {
  server.offer(found(link("Menu"), link("Shop", { there: true }), refused));
  const { user } = open();
  await choose(user);
  await page.findByText(t("bring.source.linktree"));
  await box(/^Menu/, { checked: true });
  await box(/^Shop.*Already on your page/, { checked: false });
  expect(await barred(/^Pay.*Visitors could not open/)).toBe(true);
  page.getByRole("button", { name: "Add 1 block" });
  await user.click(await box(/^Shop/));
  page.getByRole("button", { name: "Add 2 blocks" });
  expect(made(), "nothing is stored before the import").toEqual([]);
});

test("ticked rows are added in order, and undo moves them to the bin", async () => {
  server.offer(found(link("One"), link("Two"), link("Three")));
  const { user, router } = open();
  await choose(user);
  await user.click(await box(/^Two/));
  await user.click(page.getByRole("button", { name: "Add 2 blocks" }));
  await page.findByText("2 blocks added");
  expect(made()).toEqual(["One", "Three"]);
  expect(router.state.location.search).toBe("");
  await user.click(page.getByRole("button", { name: t("manager.undo") }));
  await page.findByText(t("bring.undone"));
  expect(server.lists.blocks.every(({ deletedAt }) => deletedAt)).toBe(true);
});

test("clicking again after a lost response resumes without duplicates", async () => {
  server.offer(found(link("One"), link("Two")));
  const { user } = open();
  await choose(user);
  const add = await page.findByRole("button", { name: "Add 2 blocks" });
  server.loseNextAnswer();
  await user.click(add);
  const notice = within(await page.findByRole("alert"));
  notice.getByText(t("error.offline"));
  notice.getByText(/^0 of 2 are on the page/);
  await user.click(add);
  await page.findByText("2 blocks added");
  expect(made()).toEqual(["One", "Two"]);
});

test("only empty social links are ticked by default; other profile fields are suggestions", async () => {
  server.offer(
    found(
      offer({ kind: "name", title: "Surya Sarees", field: "brandName", value: "Surya Sarees" }),
      offer({
        kind: "about",
        text: "Hi",
        field: "tagline",
        issue: { field: "tagline", code: "too_short", want: "4" },
      }),
      social("instagram", "https://instagram.com/surya"),
      social("twitter", "https://x.com/surya", { current: "https://x.com/before" }),
      offer({ kind: "social", field: "contact.email", value: "hello@surya.example", platform: "email" }),
    ),
  );
  server.api.stored.site.show.instagram = "no";
  const { user } = open();
  await choose(user);
  await box(/^Instagram/, { checked: true });
  await box(/^X \(Twitter\) URL\s*https:\/\/x.com\/before → https:\/\/x.com\/surya/, { checked: false });
  await box(/^Brand name/, { checked: false });
  await box(/^Contact email/, { checked: false });
  expect(await barred(/^Tagline.*at least 4/)).toBe(true);
  await user.click(await box(/^Brand name/));
  await user.click(page.getByRole("button", { name: t("bring.save") }));
  await page.findByText(t("bring.saved"));
  const saves = server.api.calls.filter(({ method }) => method === "PATCH");
  expect(saves.map(({ body }) => body.site)).toEqual([
    {
      brandName: "Surya Sarees",
      socialLinks: { instagram: "https://instagram.com/surya" },
      show: { instagram: "yes" },
    },
  ]);
});

test("only as many rows are ticked as there is room for, and the screen gives this number", async () => {
  server.offer({ ...found(link("One"), link("Two"), link("Three")), room: 2 });
  const { user } = open();
  await choose(user);
  await page.findByText(/^The page has room for 2 more blocks/);
  await box(/^Two/, { checked: true });
  await box(/^Three/, { checked: false });
  await user.click(await box(/^Three/));
  expect(page.getByRole<HTMLButtonElement>("button", { name: "Add 3 blocks" }).disabled).toBe(true);
});

test("an unknown or too large file is refused with a message", async () => {
  const { user } = open();
  await choose(user);
  await page.findByText(t("error.unknown_file"));
  const before = server.calls.length;
  await choose(user, new File([new Uint8Array(4 * 1024 * 1024 + 1)], "page.html"));
  await page.findByText(t("bring.too_large"));
  expect(server.calls.length, "the file is not uploaded").toBe(before);
});
