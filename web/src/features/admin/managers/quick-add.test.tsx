import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { screen as page, render, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, RouterProvider } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import en from "../../../../../locales/en.json";
import { LanguageProvider } from "../../../i18n/language";
import { translator } from "../../../i18n/words";
import { editPath, newItemPath } from "../../../paths";
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

function open() {
  const element = <CollectionScreen name="services" preview={undefined} />;
  const router = createMemoryRouter([{ path: editPath("services"), element }], {
    initialEntries: [newItemPath("services")],
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
  return userEvent.setup({ delay: null });
}

const sheet = async () => within(await page.findByRole("dialog"));

test("an item can be added while the list cannot be loaded", async () => {
  const usual = fetch;
  vi.stubGlobal("fetch", async (request: Request) =>
    new URL(request.url).pathname === "/api/v1/stored/services"
      ? server.api.problem(503, "unavailable")
      : usual(request),
  );
  const user = open();
  const form = await sheet();
  await user.type(await form.findByRole("textbox", { name: t("quick.name") }), "Pav");
  await user.click(form.getByRole("button", { name: t("quick.next") }));
  await page.findByText(t("manager.services.created"));
  expect(server.lists.services.map(({ values }) => values.title)).toEqual(["Pav"]);
});

test("a refused unit is shown with its message, even if its input was closed", async () => {
  server.put("services", { title: "Sev", unit: "kg", group: "" });
  const user = open();
  const form = await sheet();
  await user.type(await form.findByRole("textbox", { name: t("quick.name") }), "Pav");
  const other = form.getByRole("button", { name: t("quick.own") });
  await user.click(other);
  const label = t("item.services.unit");
  await user.type(form.getByRole("textbox", { name: label }), "x".repeat(41));
  await user.click(other);
  expect(form.queryByRole("textbox", { name: label })).toBeNull();
  await user.click(form.getByRole("button", { name: t("quick.next") }));
  const unit = await form.findByRole("textbox", { name: label });
  expect(unit.getAttribute("aria-invalid")).toBe("true");
  form.getByText(t("issue.too_long", { field: label, want: "40" }));
  await user.clear(unit);
  await user.type(unit, "dozen");
  expect(unit.isConnected).toBe(true);
  expect(unit.getAttribute("aria-invalid")).toBe("false");
});
