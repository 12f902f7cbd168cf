import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, screen as page, render, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, RouterProvider } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import en from "../../../../../locales/en.json";
import type { PriceLine, PriceList } from "../../../api/types";
import { LanguageProvider } from "../../../i18n/language";
import { translator } from "../../../i18n/words";
import { editPath, pastePath } from "../../../paths";
import { Toaster } from "../../../ui/toaster";
import { fakeItems } from "../fake-items";
import { AuthProvider } from "../sign-in/auth";
import { CollectionScreen } from "./collection-screen";

const t = translator(en);

let server: ReturnType<typeof fakeItems>;
beforeEach(() => {
  server = fakeItems();
  server.api.stored.site.trade = "bakery";
});

const line = (title: string, more: Partial<PriceLine> = {}): PriceLine => ({
  text: title,
  kind: "item",
  title,
  unit: "",
  price: "4000",
  group: "",
  ...more,
});
const read = (...lines: PriceLine[]): PriceList => ({ lines, rest: 0 });

function open() {
  const element = <CollectionScreen name="services" preview={undefined} />;
  const router = createMemoryRouter([{ path: editPath("services"), element }], {
    initialEntries: [pastePath("services")],
  });
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

type User = ReturnType<typeof open>["user"];
const button = (name: string) => page.findByRole("button", { name });
const box = (name: string) => page.findByRole<HTMLInputElement>("checkbox", { name });
const change = async (user: User, from: string, to: string) => {
  await user.click(await button(t("paste.change", { title: from })));
  const title = page.getByRole("textbox", { name: t("item.services.title") });
  await user.clear(title);
  await user.type(title, to);
};

async function paste(user: User, ...lines: PriceLine[]) {
  server.offer(read(...lines));
  await user.type(await page.findByRole("textbox", { name: t("paste.label") }), "A list");
  await user.click(await button(t("paste.read")));
}

const canRead = async () => !(await button(t("paste.read"))).hasAttribute("disabled");

/** Answers no request before the returned function is called. */
function holdAnswers() {
  const usual = fetch;
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  vi.stubGlobal("fetch", (request: Request) => held.then(() => usual(request)));
  return answer;
}

test("a list that is read again shows its new lines", async () => {
  const { user } = open();
  await paste(user, line("Pav"));
  await box("Pav");
  const answer = holdAnswers();
  await paste(user, line("Toast"));
  await waitFor(async () => expect(await canRead()).toBe(false));
  answer();
  await box("Toast");
  expect(page.queryByRole("checkbox", { name: "Pav" })).toBeNull();
});

test("corrections stay if the list cannot be read again", async () => {
  const { user } = open();
  await paste(user, line("Pav"));
  await change(user, "Pav", "Bun");
  server.refuseNext(503, "unavailable");
  await user.click(await button(t("paste.read")));
  await page.findByText(t("error.unavailable"));
  await box("Bun");
});

test("corrections survive a reload", async () => {
  const { user } = open();
  await paste(user, line("Pav"), line("Toast"));
  await change(user, "Pav", "Bun");
  await user.click(await box("Toast"));
  cleanup();
  open();
  expect((await box("Bun")).checked).toBe(true);
  expect((await box("Toast")).checked).toBe(false);
});

test("a list whose answer was lost is not added a second time after a reload", async () => {
  const { user } = open();
  await paste(user, line("Pav"), line("Toast"));
  await box("Pav");
  server.loseNextAnswer();
  await user.click(await button(t("paste.add", { count: 2 })));
  await page.findByText(t("paste.failed"));
  cleanup();
  const again = open();
  await again.user.click(await button(t("paste.add", { count: 2 })));
  await page.findByText(t("paste.added", { count: 2 }));
  expect(server.lists.services.map(({ values }) => values.title)).toEqual(["Pav", "Toast"]);
  expect(sessionStorage).toHaveLength(0);
});

test("a heading can become an item again; the items below it join the group above", async () => {
  const { user } = open();
  await paste(
    user,
    line("Bread", { kind: "heading", price: "" }),
    line("Pav", { group: "Bread" }),
    line("Khari", { kind: "heading", price: "" }),
    line("Toast", { group: "Khari" }),
  );
  await user.click(await button(t("paste.asItem", { title: "Khari" })));
  expect((await box("Khari")).checked).toBe(true);
  await user.click(await button(t("paste.add", { count: 3 })));
  await page.findByText(t("paste.added", { count: 3 }));
  expect(server.lists.services.map(({ values }) => [values.title, values.group])).toEqual([
    ["Pav", "Bread"],
    ["Khari", "Bread"],
    ["Toast", "Bread"],
  ]);
});

test("a heading without items is shown, because it may be an item", async () => {
  const { user } = open();
  await paste(user, line("Toast", { kind: "heading", price: "" }));
  await user.click(await button(t("paste.asItem", { title: "Toast" })));
  await button(t("paste.add", { count: 1 }));
});
