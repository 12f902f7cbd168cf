import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { screen as page, render, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter, Route, Routes } from "react-router";
import { beforeEach, describe, expect, test, vi } from "vitest";
import en from "../../../../locales/en.json";
import { fields } from "../../api/fields.gen";
import { LanguageProvider } from "../../i18n/language";
import { translator } from "../../i18n/words";
import { readPath } from "../../lib/at-path";
import { dashboardPath, editPath } from "../../paths";
import { Toaster } from "../../ui/toaster";
import { AuthProvider, useAuth } from "./auth";
import { EditScreen } from "./edit-screen";
import { fakeApi } from "./fake-api";
import { type Screen, type ScreenKey, screenKeys, screens } from "./screens";
import { SignInAgain } from "./sign-in-again";

const t = translator(en);
const good = {
  text: "Something new",
  multiline: "Line one",
  url: "https://example.in/new",
  email: "new@example.in",
  phone: "+91 79 2640 0000",
};
const bad = { text: "", multiline: "", url: "javascript:alert(1)", email: "nobody", phone: "call me" };

let api: ReturnType<typeof fakeApi>;
beforeEach(() => {
  api = fakeApi();
});

function Again() {
  return useAuth().status === "ended" ? <SignInAgain /> : null;
}

async function open(screen: ScreenKey) {
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <LanguageProvider lang="en" words={en}>
        <AuthProvider>
          <MemoryRouter initialEntries={[editPath(screen)]}>
            <Routes>
              <Route
                path={editPath(screen)}
                element={<EditScreen screen={screen} preview={(site) => <output>{site.tagline}</output>} />}
              />
              <Route path={dashboardPath} element={<h1>{t("admin.dashboard")}</h1>} />
            </Routes>
          </MemoryRouter>
          <Again />
        </AuthProvider>
        <Toaster label="" closeLabel={t("common.close")} />
      </LanguageProvider>
    </QueryClientProvider>,
  );
  const label = t.first([`field.${screens[screen].fields[0]}.label`]);
  return { input: await page.findByLabelText<HTMLInputElement>(label), user: userEvent.setup() };
}

const save = () => page.getByRole("button", { name: t("admin.save") });
const saves = () => api.calls.filter(({ method }) => method === "PATCH");

describe.each(screenKeys)("E1 edit-%s", (screen) => {
  const { fields: keys, stays }: Screen = screens[screen];
  const [key] = keys;
  if (!key) throw new Error(`${screen} has no field`);
  const { path, kind } = fields[key];

  test("shows what is stored, saves what is typed and says so", async () => {
    const { input, user } = await open(screen);
    expect(input.value).toBe(readPath(api.stored.site, path));
    await user.clear(input);
    await user.type(input, good[kind]);
    await user.click(save());
    await page.findByText(t("toast.success"));
    expect(readPath(saves()[0]?.body.site as object, path)).toBe(good[kind]);
    expect(saves()[0]?.body.revision).toBe(7);
    await new Promise((resolve) => setTimeout(resolve, 1600));
    expect(page.queryByRole("heading", { name: t("admin.dashboard") }) === null).toBe(stays === true);
  });

  test("refuses a bad value without asking the server", async () => {
    const { input, user } = await open(screen);
    await user.clear(input);
    if (bad[kind]) await user.type(input, bad[kind]);
    await user.click(save());
    await waitFor(() => expect(input.getAttribute("aria-invalid")).toBe("true"));
    expect(
      document.getElementById(input.getAttribute("aria-describedby")?.split(" ")[0] ?? "")?.textContent,
    ).toBeTruthy();
    expect(saves()).toHaveLength(0);
  });

  test("keeps the text when the save fails, and says it in the screen's words", async () => {
    const { input, user } = await open(screen);
    await user.clear(input);
    await user.type(input, good[kind]);
    api.nextSave = () => api.problem(503, "unavailable");
    await user.click(save());
    await page.findByText(t(`screen.${screen}.failure`));
    page.getByText(t("toast.error"));
    page.getByText(t("error.unavailable"));
    expect(input.value).toBe(good[kind]);
  });
});

test("E1 the button says Saving... and is disabled until the answer comes", async () => {
  const { input, user } = await open("tagline");
  await user.type(input, "!");
  const usual = fetch;
  let answer = () => {};
  const asked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  vi.stubGlobal("fetch", (request: Request) => asked.then(() => usual(request)));
  await user.click(save());
  const button = await page.findByRole<HTMLButtonElement>("button", { name: t("admin.saving") });
  expect(button.disabled).toBe(true);
  answer();
  await waitFor(() => expect(save()).toBeTruthy());
});

test("a save onto somebody else's keeps the text, shows theirs, and the next one is based on it", async () => {
  const { input, user } = await open("tagline");
  await user.clear(input);
  await user.type(input, "My words");
  api.stored = { ...api.stored, revision: 8, site: { ...api.stored.site, tagline: "Their words" } };
  await user.click(save());
  await page.findByText("Their words");
  expect(input.value).toBe("My words");
  await user.click(save());
  await page.findByText(t("toast.success.description"));
  expect(saves().map(({ body }) => body.revision)).toEqual([7, 8]);
  expect(api.stored.site.tagline).toBe("My words");
});

test("the newer text can be taken over", async () => {
  const { input, user } = await open("tagline");
  await user.type(input, " of mine");
  api.stored = { ...api.stored, revision: 8, site: { ...api.stored.site, tagline: "Their words" } };
  await user.click(save());
  await user.click(await page.findByRole("button", { name: t("admin.conflict.take") }));
  await waitFor(() => expect(input.value).toBe("Their words"));
  expect(page.queryByText(t("admin.conflict.newer"))).toBeNull();
});

test("a session that ends while saving is renewed in place, and the save goes on", async () => {
  const { input, user } = await open("tagline");
  await user.clear(input);
  await user.type(input, "Typed before");
  api.signedIn = false;
  await user.click(save());
  await user.type(await page.findByLabelText(t("admin.password")), "a password");
  await user.click(page.getByRole("button", { name: t("admin.login") }));
  await page.findByText(t("toast.success.description"));
  expect(api.stored.site.tagline).toBe("Typed before");
});

test("another language is saved as a translation, and the preview follows what is typed", async () => {
  const { user } = await open("tagline");
  await user.click(page.getByRole("radio", { name: /ગુજરાતી/ }));
  const input = page.getByLabelText<HTMLInputElement>(t("field.tagline.label"));
  await waitFor(() => expect(input.placeholder).toBe("ડિજિટલ માર્કેટિંગ સેવાઓ"));
  await user.type(input, "ગામનું બજાર");
  await waitFor(() => expect(page.getByText("ગામનું બજાર").tagName).toBe("OUTPUT"));
  await user.click(save());
  await page.findByText(t("toast.success.description"));
  expect(saves()[0]?.body).toEqual({ revision: 7, translations: { gu: { tagline: "ગામનું બજાર" } } });
});
