import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { screen as page, render, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test, vi } from "vitest";
import en from "../../../../../locales/en.json";
import gu from "../../../../../locales/gu.json";
import hi from "../../../../../locales/hi.json";
import { fields } from "../../../api/fields.gen";
import type { FieldKey } from "../../../api/types";
import { LanguageProvider } from "../../../i18n/language";
import { translator, type Words } from "../../../i18n/words";
import { dashboardPath, editPath, ownPath } from "../../../paths";
import { managerKeys } from "../collections";
import { fieldsWithoutScreen, pageKeys, screenKeys, screens } from "../screens";
import { FindBox } from "./find-box";
import { FindDialog } from "./find-dialog";
import { find, findables } from "./findable";

const t = translator(en);
const languages: [string, Words][] = [
  ["en", en],
  ["hi", hi],
  ["gu", gu],
];

test("every screen of the owner's app can be found", () => {
  const paths = [dashboardPath, ...[...screenKeys, ...managerKeys].map(editPath), ...pageKeys.map(ownPath)];
  expect(findables.map(({ to }) => to).toSorted()).toEqual(paths.toSorted());
});

test.each(languages)("in %s every screen is found by its title, and every field by its label", (_, words) => {
  const own = translator(words, en);
  for (const { to, title } of findables) {
    expect(
      find(own.first(title.keys), own, t).map((one) => one.to),
      to,
    ).toContain(to);
  }
  const without: readonly FieldKey[] = fieldsWithoutScreen;
  for (const key of Object.keys(fields) as FieldKey[]) {
    const screen = screenKeys.find((name) => screens[name].fields.includes(key));
    if (without.includes(key) || !screen || screens[screen].codec?.[key]) continue;
    const label = own.first([`field.${key}.label`]);
    expect(
      find(label, own, t).map((one) => one.to),
      `${key}: ${label}`,
    ).toContain(editPath(screen));
  }
});

test.each([
  ["phone", "/admin/edit-phone"],
  ["hours", "/admin/edit-address"],
  ["zip", "/admin/edit-address"],
  ["password", "/admin/account"],
  ["PASSKEY", "/admin/account"],
  ["insta", "/admin/edit-instagram"],
  ["export", "/admin/inbox"],
  ["author", "/admin/edit-blog"],
  ["colour", "/admin/edit-looks"],
])("%s is found in English whatever the language", (text, path) => {
  for (const [, words] of languages) {
    const found = find(text, translator(words, en), t).slice(0, 3);
    expect(found.map(({ to }) => to)).toContain(path);
  }
});

test.each([
  ["ફોન", "/admin/edit-phone"],
  ["પાસવર્ડ", "/admin/account"],
  ["સમય", "/admin/edit-address"],
])("%s is found in Gujarati", (text, path) => {
  expect(find(text, translator(gu, en), t).map(({ to }) => to)).toContain(path);
});

test("what nobody is called by is not found", () => {
  expect(find("zzz", t)).toEqual([]);
  expect(find("  ", t)).toEqual([]);
});

function show(content: React.ReactNode) {
  vi.stubGlobal("fetch", async () => Response.json({}));
  const router = createMemoryRouter([{ path: "*", element: content }]);
  render(
    <QueryClientProvider client={new QueryClient()}>
      <LanguageProvider lang="en" words={en}>
        <RouterProvider router={router} />
      </LanguageProvider>
    </QueryClientProvider>,
  );
  return router;
}

test("the keyboard alone finds and opens, and Escape empties the field", async () => {
  const router = show(<FindBox floating />);
  const field = page.getByRole("combobox");
  await userEvent.type(field, "address");
  const [first, second] = page.getAllByRole("option");
  expect(first?.getAttribute("aria-selected")).toBe("true");
  await userEvent.keyboard("{ArrowDown}");
  expect(field.getAttribute("aria-activedescendant")).toBe(second?.id);
  await userEvent.keyboard("{ArrowUp}");
  expect(field.getAttribute("aria-activedescendant")).toBe(first?.id);
  await userEvent.clear(field);
  await userEvent.type(field, "phone{Enter}");
  await waitFor(() => expect(router.state.location.pathname).toBe("/admin/edit-phone"));
  expect(router.state.location.state).toEqual({ field: "phone" });
  await userEvent.type(field, "zzz");
  page.getByText(t("find.none", { text: "zzz" }));
  await userEvent.keyboard("{Escape}");
  expect(field).toHaveProperty("value", "");
});

test("Ctrl+K opens it anywhere, and what is chosen closes it", async () => {
  const router = show(<FindDialog />);
  await userEvent.keyboard("{Control>}k{/Control}");
  await userEvent.type(page.getByRole("combobox"), "password");
  await userEvent.click(page.getAllByRole("option")[0] as HTMLElement);
  await waitFor(() => expect(router.state.location.pathname).toBe("/admin/account"));
  expect(page.queryByRole("dialog")).toBeNull();
});
