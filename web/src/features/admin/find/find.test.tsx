import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, fireEvent, screen as page, render, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test, vi } from "vitest";
import en from "../../../../../locales/en.json";
import gu from "../../../../../locales/gu.json";
import hi from "../../../../../locales/hi.json";
import mr from "../../../../../locales/mr.json";
import { fields } from "../../../api/fields.gen";
import type { FieldKey } from "../../../api/types";
import { LanguageProvider } from "../../../i18n/language";
import { translator, type Words } from "../../../i18n/words";
import { dashboardPath, editPath, ownPath } from "../../../paths";
import { managerKeys } from "../collections";
import { fieldsWithoutScreen, pageKeys, screenKeys, screens } from "../screens";
import { FindBox } from "./find-box";
import { FindDialog } from "./find-dialog";
import { type Found, find, findables, screensToFind } from "./findable";

const t = translator(en);
const languages: [string, Words][] = [
  ["en", en],
  ["hi", hi],
  ["gu", gu],
  ["mr", mr],
];

const lists: Words[] = [en, hi, gu, mr];
const pathOf = ({ way }: Pick<Found, "way">) => ("to" in way ? way.to : "");

test("every screen of the owner's app can be found", () => {
  const paths = [dashboardPath, ...[...screenKeys, ...managerKeys].map(editPath), ...pageKeys.map(ownPath)];
  expect(screensToFind.map(pathOf).toSorted()).toEqual(paths.toSorted());
});

test.each(languages)("in %s every screen is found by its title, and every field by its label", (_, words) => {
  const own = translator(words, en);
  for (const { key, title } of findables) {
    expect(
      find(title.text(own), { own, others: [t], lists }).map((one) => one.key),
      key,
    ).toContain(key);
  }
  const without: readonly FieldKey[] = fieldsWithoutScreen;
  for (const key of Object.keys(fields) as FieldKey[]) {
    const screen = screenKeys.find((name) => screens[name].fields.includes(key));
    if (without.includes(key) || !screen || screens[screen].codec?.[key]) continue;
    const label = own.first([`field.${key}.label`]);
    expect(find(label, { own, others: [t] }).map(pathOf), `${key}: ${label}`).toContain(editPath(screen));
  }
});

test.each([
  ["phone", "/admin/edit-phone"],
  ["hours", "/admin/hours"],
  ["zip", "/admin/edit-address"],
  ["password", "/admin/account"],
  ["PASSKEY", "/admin/account"],
  ["insta", "/admin/edit-instagram"],
  ["export", "/admin/inbox"],
  ["author", "/admin/edit-blog"],
  ["colour", "/admin/edit-looks"],
])("the English %s is found in every app language", (text, path) => {
  for (const [, words] of languages) {
    const found = find(text, { own: translator(words, en), others: [t] }).slice(0, 3);
    expect(found.map(pathOf)).toContain(path);
  }
});

test.each([
  ["ફોન", "/admin/edit-phone"],
  ["પાસવર્ડ", "/admin/account"],
  ["સમય", "/admin/hours"],
])("%s is found in Gujarati", (text, path) => {
  expect(find(text, { own: translator(gu, en), others: [t] }).map(pathOf)).toContain(path);
});

test.each([
  ["timings", "hours"],
  ["holiday", "hours"],
  ["રજા", "hours"],
  ["mobile", "edit-phone"],
  ["logo", "edit-profile-image"],
  ["price", "edit-services"],
  ["photo", "edit-profile-image"],
  ["insta", "edit-instagram"],
  ["passcode", "account"],
  ["pasword", "account"],
  ["whatsap", "edit-whatsapp"],
  ["adress", "edit-address"],
  ["tagilne", "edit-tagline"],
  ["new article", "new-blog"],
  ["new link", "new-link"],
  ["sign out", "sign-out"],
  ["export", "export-leads"],
  ["download qr", "download-qr"],
  ["दाम", "edit-services"],
  ["मोबाइल", "edit-phone"],
  ["समय", "hours"],
  ["ભાવ", "edit-services"],
  ["મોબાઈલ", "edit-phone"],
  ["ફોટો", "edit-profile-image"],
  ["નવી લિંક", "new-link"],
])("%s is found in every app language", (text, key) => {
  for (const [, words] of languages) {
    const found = find(text, { own: translator(words, en), others: [t], lists }).slice(0, 4);
    expect(found.map((one) => one.key)).toContain(key);
  }
});

test.each([
  "share",
  "copy link",
  "my link",
  "send my page",
  "WhatsApp my page",
  "शेयर",
  "मेरी लिंक",
  "लिंक कॉपी",
  "શેર",
  "મારી લિંક",
  "લિંક મોકલો",
  "शेअर",
  "माझी लिंक",
])("%s opens the share sheet, in every app language", (text) => {
  for (const [lang, words] of languages) {
    const [first] = find(text, { own: translator(words, en), others: [t], lists });
    expect(first && pathOf(first), lang).toBe("/admin/dashboard?share");
  }
});

test.each(["लिंक", "લિંક", "link"])("the share sheet is among the results for %s", (text) => {
  for (const [lang, words] of languages) {
    const found = find(text, { own: translator(words, en), others: [t], lists }).map(({ key }) => key);
    expect(found, lang).toContain("share");
  }
});

test.each([
  ["મોબાઇલ", "મોબાઈલ", "edit-phone"],
  ["લીંક", "લિંક", "new-link"],
  ["ફૉટો", "ફોટો", "edit-profile-image"],
  ["पासवर्ड", "पासवर्ड़", "account"],
  ["मोबाईल", "मोबाइल", "edit-phone"],
  ["फोटो", "फ़ोटो", "edit-profile-image"],
  ["लॉगो", "लोगो", "edit-profile-image"],
])("the spellings %s and %s find the same results", (one, other, key) => {
  for (const [, words] of languages) {
    const dictionary = { own: translator(words, en), others: [t], lists };
    const keys = find(one, dictionary).map((found) => found.key);
    expect(keys).toContain(key);
    expect(find(other, dictionary).map((found) => found.key)).toEqual(keys);
  }
});

test.each([
  ["change password", "account"],
  ["change my phone number", "edit-phone"],
  ["પાસવર્ડ બદલવો", "account"],
  ["दुकान का नाम", "edit-brand-name"],
])("%s is found although not every word matches", (text, key) => {
  for (const [lang, words] of languages) {
    const found = find(text, { own: translator(words, en), others: [t], lists }).map((one) => one.key);
    expect(found.slice(0, 3), lang).toContain(key);
  }
});

test("short words alone do not count as a partial match", () => {
  expect(find("zzz an", { own: t, lists })).toEqual([]);
});

test("every findable thing, and nothing else, has synonyms in each language", () => {
  const keys = findables.map(({ key }) => `findable.${key}`).toSorted();
  for (const words of lists) expect(Object.keys(words).filter((key) => key.startsWith("findable."))).toEqual(keys);
});

test("unknown words find nothing", () => {
  expect(find("zzz", { own: t, lists })).toEqual([]);
  expect(find("  ", { own: t, lists })).toEqual([]);
});

vi.mock("../sign-in/use-sign-out", () => ({ useSignOut: () => async () => {} }));
vi.mock("../sign-in/use-download", () => ({ useDownload: () => async () => {} }));

function show(content: React.ReactNode) {
  vi.stubGlobal("fetch", async () => Response.json({ site: {} }));
  const router = createMemoryRouter([{ path: "*", element: content }]);
  const client = new QueryClient();
  render(
    <QueryClientProvider client={client}>
      <LanguageProvider lang="en" words={en}>
        <RouterProvider router={router} />
      </LanguageProvider>
    </QueryClientProvider>,
  );
  return { router, client };
}

test("results are chosen by keyboard, and Escape clears the input", async () => {
  const { router } = show(<FindBox floating />);
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
  await userEvent.type(field, "Meena & sons{Enter}");
  await waitFor(() => expect(router.state.location.search).toBe("?q=Meena+%26+sons"));
});

test("results do not move when the synonyms load later", async () => {
  const { client } = show(<FindBox />);
  const field = page.getByRole("combobox");
  const options = () => page.getAllByRole("option").map(({ textContent }) => textContent);
  fireEvent.change(field, { target: { value: "insta" } });
  const first = options();
  await act(async () => client.setQueryData(["findable"], lists));
  expect(options()).toEqual(first);
  fireEvent.change(field, { target: { value: "instag" } });
  fireEvent.change(field, { target: { value: "insta" } });
  await waitFor(() => expect(options()).not.toEqual(first));
});

test("Ctrl+K opens the dialog, and choosing a result closes it", async () => {
  const { router } = show(<FindDialog />);
  await userEvent.keyboard("{Control>}k{/Control}");
  await userEvent.type(page.getByRole("combobox"), "password");
  await userEvent.click(page.getAllByRole("option")[0] as HTMLElement);
  await waitFor(() => expect(router.state.location.pathname).toBe("/admin/account"));
  expect(page.queryByRole("dialog")).toBeNull();
});
