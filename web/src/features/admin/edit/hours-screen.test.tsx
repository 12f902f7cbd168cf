import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, screen as page, render, waitFor, within } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { beforeEach, expect, test } from "vitest";
import en from "../../../../../locales/en.json";
import { LanguageProvider } from "../../../i18n/language";
import { translator } from "../../../i18n/words";
import { dashboardPath, ownPath } from "../../../paths";
import { Toaster } from "../../../ui/toaster";
import { fakeApi } from "../fake-api";
import { AuthProvider } from "../sign-in/auth";
import { HoursScreen } from "./hours-screen";

const t = translator(en);
const office = en["default.businessHours"];

let api: ReturnType<typeof fakeApi>;
beforeEach(() => {
  api = fakeApi();
  api.stored.site.businessHours = office;
});

async function open() {
  const router = createMemoryRouter(
    [
      { path: ownPath("hours"), element: <HoursScreen /> },
      { path: dashboardPath, element: <h1>{t("admin.dashboard")}</h1> },
    ],
    { initialEntries: [ownPath("hours")] },
  );
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
  await page.findByText(t("opening.special"));
}

const press = (name: string | RegExp) => fireEvent.click(page.getByRole("button", { name }));
const row = (day: "mon" | "sat" | "sun") => new RegExp(`^${t(`hours.day.${day}`)}`);
const turn = (day: "mon" | "sun") =>
  fireEvent.click(page.getByRole("switch", { name: t("opening.isOpen", { day: t(`hours.day.${day}`) }) }));
const set = (label: string, value: string) => fireEvent.change(page.getByLabelText(label), { target: { value } });
const saves = () => api.calls.filter(({ method }) => method === "PATCH");
async function save() {
  const before = saves().length;
  press(t("admin.save"));
  await waitFor(() => expect(saves().length).toBe(before + 1));
}

test("the rows show the stored text and are stored as text", async () => {
  await open();
  expect(page.getByRole("button", { name: row("sat") }).textContent).toContain("10:00 AM to 4:00 PM");
  turn("sun");
  press(row("sat"));
  set(`Saturday: ${t("opening.closes")}`, "17:30");
  press(t("opening.more"));
  await save();
  expect(api.stored.site.businessHours.split("\n")).toEqual([
    "Monday to Friday: 9:00 AM to 6:00 PM",
    "Saturday: 10:00 AM to 5:30 PM, 7:30 PM to 10:30 PM",
    "Sunday: 9:00 AM to 6:00 PM",
  ]);
});

test("the times of a day are copied to all open days", async () => {
  await open();
  press(row("mon"));
  set(`Monday: ${t("opening.opens")}`, "10:00");
  press(t("opening.apply"));
  await save();
  expect(api.stored.site.businessHours).toBe("Monday to Saturday: 10:00 AM to 6:00 PM\nSunday: Closed");
});

test("notes stay below the week", async () => {
  api.stored.site.businessHours = `${office}\nRing twice`;
  await open();
  expect(page.getByLabelText<HTMLTextAreaElement>(t("opening.notes")).value).toBe("Ring twice");
  turn("mon");
  await save();
  expect(api.stored.site.businessHours.split("\n")).toContain("Ring twice");
});

test("hours that cannot be parsed stay as a note", async () => {
  api.stored.site.businessHours = "By appointment";
  await open();
  page.getByText(t("opening.unread"));
  turn("mon");
  await save();
  expect(api.stored.site.businessHours).toBe("Monday: 9:00 AM to 6:00 PM\nTuesday to Sunday: Closed\nBy appointment");
});

test("texts in other languages lose their hours and keep their notes", async () => {
  const gujarati = "સોમવારથી શુક્રવાર: સવારે 9થી સાંજે 6\nશનિવાર: સવારે 10થી સાંજે 4\nરવિવાર: બંધ";
  api.stored.translations = { gu: { businessHours: `${gujarati}\nફોન કરીને આવો` }, hi: { businessHours: "फोन करें" } };
  await open();
  turn("sun");
  await save();
  expect(saves()[0]?.body.translations).toEqual({ gu: { businessHours: "ફોન કરીને આવો" } });
});

test("times that overlap are not saved", async () => {
  await open();
  press(row("mon"));
  set(`Monday: ${t("opening.closes")}`, "08:00");
  page.getByText(t("opening.wrong"));
  press(t("admin.save"));
  await page.findByText(t("toast.error"));
  expect(saves()).toEqual([]);
});

test("a festival is closed with one tap, and usual again with a second", async () => {
  await open();
  const christmas = await page.findByRole("group", { name: "Christmas" });
  const closed = () => within(christmas).getByRole("button", { name: t("opening.choice.closed") });
  fireEvent.click(closed());
  expect(closed().getAttribute("aria-pressed")).toBe("true");
  await save();
  expect(api.stored.site.specialDays).toBe("2026-12-25 | closed | en: Christmas | gu: નાતાલ");
  fireEvent.click(closed());
  await save();
  expect(api.stored.site.specialDays).toBe("");
});

test("a festival can have short hours or those of its weekday", async () => {
  await open();
  const christmas = await page.findByRole("group", { name: "Christmas" });
  fireEvent.click(within(christmas).getByRole("button", { name: t("opening.choice.short") }));
  set(`Christmas: ${t("opening.closes")}`, "12:00");
  await save();
  expect(api.stored.site.specialDays).toBe("2026-12-25 | 09:00-12:00 | en: Christmas | gu: નાતાલ");
  fireEvent.click(within(christmas).getByRole("button", { name: t("opening.choice.open") }));
  await save();
  expect(api.stored.site.specialDays).toBe("2026-12-25 | 09:00-18:00 | en: Christmas | gu: નાતાલ");
});

test("a day of the owner's own has dates and names in every language", async () => {
  await open();
  press(t("opening.add"));
  set(t("opening.first"), "2027-05-10");
  set(t("opening.last"), "2027-05-14");
  set(t("opening.name"), "Wedding");
  set(t("opening.nameIn", { language: t("language.hi") }), "शादी");
  await save();
  expect(api.stored.site.specialDays).toBe("2027-05-10..2027-05-14 | closed | en: Wedding | hi: शादी");
  press(t("opening.remove"));
  await save();
  expect(api.stored.site.specialDays).toBe("");
});

test("days that have ended fold away", async () => {
  api.stored.site.specialDays = "2020-01-14 | closed | en: Uttarayan\n2099-01-14 | closed | en: Later";
  await open();
  expect(page.getByText("Uttarayan").closest("details")?.open).toBe(false);
  expect(page.getByText("Later").closest("details")).toBeNull();
});
