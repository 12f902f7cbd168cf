import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, fireEvent, screen as page, render, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import en from "../../../../../locales/en.json";
import { fields } from "../../../api/fields.gen";
import type { Site } from "../../../api/types";
import { LanguageProvider } from "../../../i18n/language";
import { translator } from "../../../i18n/words";
import type { Lang } from "../../../lib/lang";
import { dashboardPath, editPath } from "../../../paths";
import { Toaster } from "../../../ui/toaster";
import { draftOf, type Input, inputsOf } from "../draft/draft";
import { fakeApi } from "../fake-api";
import { type Screen, type ScreenKey, screenKeys, screens } from "../screens";
import { AuthProvider, useAuth } from "../sign-in/auth";
import { SignInAgain } from "../sign-in/sign-in-again";
import { readPath, writePath } from "../values/at-path";
import { formTexts } from "../values/texts";
import type { Kind, Rule } from "../values/validate";
import { comingWith } from "./coming";
import { EditScreen } from "./edit-screen";
import { formOf } from "./screen-form";

// Choosing, cropping and uploading a picture is tested in image-input.test.tsx.
vi.mock("../kinds/image-input", async () => {
  const { lineInput } = await import("../kinds/line-input");
  return { ImageInput: lineInput({ type: "text" }) };
});

const t = translator(en);
const good: Record<Kind, string> = {
  text: "Something new",
  multiline: "Line one",
  questions: "text: Something new",
  url: "https://example.in/new",
  email: "new@example.in",
  phone: "+91 79 2640 0000",
  image: "/media/new.png",
  range: "300",
  swatch: "#1E40AF",
  switch: "no",
  colour: "#1F5FC4",
  // Values of these are made from their options; see newOf.
  choice: "",
  order: "",
  // On their own screen.
  days: "",
  // Kinds that only items of lists have.
  price: "",
  group: "",
  tags: "",
  html: "",
  icon: "",
  date: "",
  month: "",
  moment: "",
  hour: "",
  slug: "",
  link: "",
  video: "",
  glyph: "",
};
const isChosen = ({ kind }: Rule) => ["swatch", "choice", "switch", "order", "questions"].includes(kind);
/** The last choice, or the first two members of an order swapped. */
function newOf({ kind, options = [] }: Rule): string {
  if (kind === "choice") return options.at(-1) ?? "";
  const [first, second, ...rest] = options;
  return kind === "order" ? [second, first, ...rest].join() : good[kind];
}
const bad: Partial<Record<Kind, string>> = {
  url: "javascript:alert(1)",
  email: "nobody",
  phone: "call me",
  image: "//elsewhere",
  colour: "blue",
};

let api: ReturnType<typeof fakeApi>;
beforeEach(() => {
  api = fakeApi();
  vi.useFakeTimers({ shouldAdvanceTime: true });
});
afterEach(() => {
  vi.useRealTimers();
});

function Again() {
  return useAuth().status === "ended" ? <SignInAgain /> : null;
}

async function open(screen: ScreenKey, lang: Lang = "en") {
  const router = createMemoryRouter(
    [
      { path: editPath(screen), element: <EditScreen screen={screen} /> },
      { path: dashboardPath, element: <h1>{t("admin.dashboard")}</h1> },
    ],
    { initialEntries: [editPath(screen)] },
  );
  const { unmount } = render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <LanguageProvider lang={lang} words={en}>
        <AuthProvider>
          <RouterProvider router={router} />
          <Again />
        </AuthProvider>
        <Toaster label="" closeLabel={t("common.close")} />
      </LanguageProvider>
    </QueryClientProvider>,
  );
  const first = firstOf(screen);
  await page.findByText(labelOf(first));
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
  return { input: controlOf(first), user, router, unmount };
}

function firstOf(screen: ScreenKey): Input {
  const [first] = inputsOf(formOf(screens[screen], {} as Site));
  if (!first) throw new Error(`${screen} has no input`);
  return first;
}

const labelOf = ({ key }: Input) => t.first([`field.${key}.label`]);
const save = () => page.getByRole("button", { name: t("admin.save") });
const saves = () => api.calls.filter(({ method }) => method === "PATCH");
const atDashboard = () => page.queryByRole("heading", { name: t("admin.dashboard") }) !== null;

function controlOf(input: Input): HTMLInputElement {
  const label = page.getByText(labelOf(input));
  const own = label.closest("fieldset")?.querySelector<HTMLInputElement>(`input[name="${input.key}"]`);
  return own ?? page.getByLabelText<HTMLInputElement>(labelOf(input));
}

/** Enters a value in the way that fits the kind of input. */
function give(input: Input, value: string) {
  const option = () => document.querySelector(`input[name="${input.key}"][value="${value}"]`) as HTMLElement;
  if (input.rule.kind === "switch") {
    const control = document.querySelector<HTMLInputElement>(`input[name="${input.key}"]`);
    if (control?.checked) fireEvent.click(control);
  } else if (input.rule.kind === "order") {
    const first = page.getByRole("button", { name: t("order.down", { what: t("home.social.instagram") }) });
    if (!first.matches("li:nth-child(2) *")) fireEvent.click(first);
  } else if (input.rule.kind === "questions") {
    if (!page.queryByLabelText(t("questions.label")))
      fireEvent.click(page.getByRole("button", { name: t("questions.add") }));
    fireEvent.change(page.getByLabelText(t("questions.label")), { target: { value: "Something new" } });
  } else if (isChosen(input.rule)) fireEvent.click(option());
  else fireEvent.change(controlOf(input), { target: { value } });
}

describe.each(screenKeys)("E1 edit-%s", (screen) => {
  const plan: Screen = screens[screen];
  const form = formOf(plan, {} as Site);
  const inputs = inputsOf(form);
  const typed = Object.fromEntries(inputs.map(({ key, rule }) => [key, newOf(rule)]));

  test("shows the stored values, saves the typed ones, confirms and returns after 1.5 s", async () => {
    await open(screen);
    const { en: before } = draftOf(formOf(plan, api.stored.site), formTexts(api.stored, plan.fields));
    for (const input of inputs) {
      // A theme chosen before has brought its own colour.
      const isBrought = input.key in comingWith(plan.fields, typed);
      if (!isChosen(input.rule) && !isBrought) expect(controlOf(input).value, input.key).toBe(before[input.key]);
      give(input, newOf(input.rule));
    }
    fireEvent.click(save());
    await page.findByText(t("toast.success"));
    page.getByText(t.first([`screen.${screen}.success`, "toast.success.description"]));
    expect(saves()[0]?.body.revision).toBe(7);
    for (const key of plan.fields) {
      const want = plan.codec?.[key]?.join(typed) ?? newOf(fields[key]);
      expect(readPath(api.stored.site, fields[key].path), key).toBe(want);
    }
    await act(() => vi.advanceTimersByTimeAsync(1400));
    expect(atDashboard()).toBe(false);
    await act(() => vi.advanceTimersByTimeAsync(100));
    expect(atDashboard()).toBe(plan.stays !== true);
  });

  test("refuses empty or invalid values at their inputs without calling the server", async () => {
    const own = plan.fields.filter((key) => ["url", "email", "phone"].includes(fields[key].kind));
    for (const key of own) api.stored.site = writePath(api.stored.site, fields[key].path, good[fields[key].kind]);
    await open(screen);
    // Some inputs appear only with another choice.
    for (const input of inputs) if (isChosen(input.rule)) give(input, newOf(input.rule));
    const tooLong = ({ kind, max }: Rule) => (kind === "text" ? "x".repeat(max + 1) : undefined);
    const wrongs = (rule: Rule) =>
      [rule.required ? "" : undefined, bad[rule.kind], tooLong(rule)].filter((text) => text !== undefined);
    const typed = inputs.filter(({ rule }) => rule.kind !== "range" && !isChosen(rule));
    expect(typed.flatMap(({ rule }) => wrongs(rule)).length > 0).toBe(typed.length > 0);
    for (const input of typed) {
      for (const wrong of wrongs(input.rule)) {
        give(input, wrong);
        fireEvent.click(save());
        await waitFor(() => expect(controlOf(input).getAttribute("aria-invalid"), input.key).toBe("true"));
        const message = controlOf(input).getAttribute("aria-describedby")?.split(" ")[0] ?? "";
        expect(document.getElementById(message)?.textContent).toBeTruthy();
      }
      give(input, newOf(input.rule));
    }
    expect(saves()).toHaveLength(0);
  });

  test("keeps the text when the save fails and shows the screen's own message", async () => {
    await open(screen);
    for (const input of inputs) give(input, newOf(input.rule));
    api.nextSave = () => api.problem(503, "unavailable");
    fireEvent.click(save());
    await page.findByText(t(`screen.${screen}.failure`));
    page.getByText(t.first([`screen.${screen}.failureTitle`, "toast.error"]));
    page.getByText(t("error.unavailable"));
    for (const input of inputs) {
      if (!isChosen(input.rule)) expect(controlOf(input).value, input.key).toBe(newOf(input.rule));
    }
    await act(() => vi.advanceTimersByTimeAsync(2000));
    expect(atDashboard()).toBe(false);
  });
});

test("E1 exactly three screens have the failure titles that the specification names", () => {
  const differing = screenKeys.filter(
    (screen) => t.first([`screen.${screen}.failureTitle`, "toast.error"]) !== "Error",
  );
  expect(differing).toEqual(["address", "app-download", "qr-code"]);
});

test.each(["instagram", "website", "phone", "email", "shop-button-url", "feedback-url"] as const)(
  "edit-%s shows a sample as a placeholder, and does not save it",
  async (screen) => {
    const { input } = await open(screen);
    const [key = "phone"] = screens[screen].fields;
    expect(input.value).toBe("");
    expect(input.placeholder).toBe(fields[key].default);
    fireEvent.click(save());
    await waitFor(() => expect(input.getAttribute("aria-invalid")).toBe("true"));
    expect(saves()).toHaveLength(0);
    const shown = document.querySelector<HTMLInputElement>("input[role=switch]");
    fireEvent.click(shown as HTMLElement);
    fireEvent.click(save());
    await page.findByText(t("toast.success"));
    expect(JSON.stringify(saves()[0]?.body.site)).toContain('"no"');
    expect(JSON.stringify(saves()[0]?.body.site)).not.toContain(fields[key].default);
  },
);

test.each([
  ["address", "businessName"],
  ["app-download", "googlePlayUrl"],
  ["qr-code", "qrLabel"],
  ["whatsapp", "chatLink"],
] as const)("edit-%s shows the sample in %s as a value and says so until another is typed", async (screen, key) => {
  api.shown = writePath(api.stored.site, "socialLinks.whatsapp", "https://wa.me/910000000000");
  await open(screen);
  const control = document.querySelector(`[name="${key}"]`) as HTMLInputElement;
  expect(control.value).not.toBe("");
  const notes = () => control.closest("div")?.textContent;
  expect(notes()).toContain(t("samples.chip"));
  fireEvent.change(control, { target: { value: "https://example.in/own" } });
  expect(notes()).not.toContain(t("samples.chip"));
});

test("a switch is off while visitors do not see the sample, and on once the owner's value is typed", async () => {
  const shown = () => document.querySelector<HTMLInputElement>("input[role=switch]") as HTMLInputElement;
  const { unmount } = await open("instagram");
  expect(shown().checked).toBe(true);
  unmount();
  api.stored.site = writePath(api.stored.site, "brandName", "Surya Bakery");
  const { input } = await open("instagram");
  expect([shown().checked, shown().disabled]).toEqual([false, true]);
  page.getByText(new RegExp(t("samples.chip.hidden")));
  fireEvent.change(input, { target: { value: "@surya" } });
  expect([shown().checked, shown().disabled]).toEqual([true, false]);
});

test("the switch of a page is off while visitors see no item of its list", async () => {
  api.stored.site = writePath(api.stored.site, "brandName", "Surya Bakery");
  const item = { id: "1", revision: 0, updatedAt: "", published: true, values: {}, translations: {} };
  api.items = { ...api.items, services: [{ ...item, sample: true }], posts: [item] };
  await open("pages");
  const shown = (name: string) => document.querySelector<HTMLInputElement>(`input[name="${name}"]`)?.checked;
  await waitFor(() => expect(shown("showServices")).toBe(false));
  expect(shown("showBlog")).toBe(true);
});

test("an issue in another language does not change the language: a button leads there", async () => {
  const { input, user } = await open("tagline");
  await user.click(page.getByRole("radio", { name: /हिंदी/ }));
  const hindi = document.querySelector('input[lang="hi"]') as HTMLInputElement;
  fireEvent.change(hindi, { target: { value: "अ" } });
  await user.click(page.getByRole("radio", { name: /English/ }));
  fireEvent.click(save());
  const there = await page.findByRole("button", { name: "Hindi has an error: show" });
  expect(document.activeElement).toBe(there);
  expect(page.getByRole<HTMLInputElement>("radio", { name: /English/ }).checked).toBe(true);
  page.getByRole("radio", { name: /हिंदी.*has an error/ });
  fireEvent.change(input.isConnected ? input : controlOf(firstOf("tagline")), { target: { value: "abc" } });
  fireEvent.click(save());
  await waitFor(() => expect((document.activeElement as HTMLInputElement).lang).toBe("en"));
  expect(page.queryByRole("button", { name: "Hindi has an error: show" })).toBeNull();
  fireEvent.change(controlOf(firstOf("tagline")), { target: { value: "Bread since 1998" } });
  fireEvent.click(save());
  await user.click(await page.findByRole("button", { name: "Hindi has an error: show" }));
  expect((document.activeElement as HTMLInputElement).lang).toBe("hi");
  expect(saves()).toHaveLength(0);
});

test("E4 each issue that the server finds in the app download URL has its own message", async () => {
  await open("app-download");
  for (const [code, text] of [
    ["invalid_url", "Invalid URL format. Please enter a valid URL."],
    ["required", "URL cannot be empty"],
  ] as const) {
    api.nextSave = () => api.problem(422, "invalid", { issues: [{ field: "appDownloadUrl", code }] });
    fireEvent.click(save());
    await page.findAllByText(text);
    page.getByText("Update failed");
  }
});

test.each([
  ["instagram", "@surya", "Opens https://instagram.com/surya"],
  ["website", "surya.in", "Opens https://surya.in"],
  ["whatsapp", "૯૮૨૫૦ ૯૮૨૫૦", "Opens https://wa.me/919825098250"],
  ["phone", "98250 98250", "Calls +919825098250"],
] as const)("edit-%s shows what %s will become before it is saved", async (screen, typed, meaning) => {
  const { input } = await open(screen);
  expect(page.queryByText(/^(Opens|Calls) /)).toBeNull();
  fireEvent.change(input, { target: { value: typed } });
  const hint = page.getByText(meaning);
  expect(input.getAttribute("aria-describedby")?.split(" ")).toContain(hint.id);
  fireEvent.change(input, { target: { value: "no such thing" } });
  expect(page.queryByText(/^(Opens|Calls) /)).toBeNull();
});

test("an address of another platform is refused with a message that says so", async () => {
  const { input } = await open("instagram");
  fireEvent.change(input, { target: { value: "facebook.com/surya" } });
  fireEvent.click(save());
  await page.findByText("This address belongs to another platform. Please enter the Instagram URL here.");
  expect(saves()).toHaveLength(0);
});

test("C3 a record that can be neither found nor created shows the specification's message", async () => {
  await open("tagline");
  api.nextSave = () => api.problem(404, "not_found");
  fireEvent.click(save());
  await page.findByText("Could not find or create content record to update");
  page.getByText("Update failed");
});

test("E7 with no picture chosen Save is disabled and a forced submit says why", async () => {
  await open("profile-image");
  expect((save() as HTMLButtonElement).disabled).toBe(true);
  fireEvent.submit(save().closest("form") as HTMLFormElement);
  await page.findByText("Please select an image to upload");
  page.getByText("Error");
  expect(saves()).toHaveLength(0);
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

test("C3 a conflicting save keeps the typed text and shows the stored one; the next save overwrites the stored one", async () => {
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

test("C3 in a conflict the owner can take the newer text", async () => {
  const { input, user } = await open("tagline");
  await user.type(input, " of mine");
  api.stored = { ...api.stored, revision: 8, site: { ...api.stored.site, tagline: "Their words" } };
  await user.click(save());
  await user.click(await page.findByRole("button", { name: t("admin.conflict.take") }));
  await waitFor(() => expect(input.value).toBe("Their words"));
  expect(page.queryByText(t("admin.conflict.newer"))).toBeNull();
});

test("a save resumes after signing in again in place", async () => {
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

test("E11 another language is saved as a translation, and the preview follows what is typed", async () => {
  const { user } = await open("tagline");
  await user.click(page.getByRole("radio", { name: /ગુજરાતી/ }));
  const input = page.getByLabelText<HTMLInputElement>(t("field.tagline.label"));
  await waitFor(() => expect(input.placeholder).toBe("ડિજિટલ માર્કેટિંગ સેવાઓ"));
  await user.type(input, "ગામનું બજાર");
  const asked = () => api.calls.findLast(({ path }) => path === "/api/v1/preview")?.body;
  await waitFor(() => expect(asked()?.translations).toEqual({ gu: { tagline: "ગામનું બજાર" } }));
  await user.click(save());
  await page.findByText(t("toast.success.description"));
  expect(saves()[0]?.body).toEqual({ revision: 7, translations: { gu: { tagline: "ગામનું બજાર" } } });
});

test("C3 somebody else's save of other fields is merged without a conflict", async () => {
  const { user } = await open("address");
  const street = page.getByLabelText<HTMLInputElement>(t("field.street.label"));
  const name = page.getByLabelText<HTMLInputElement>(t("field.businessName.label"));
  await user.clear(name);
  await user.type(name, "Loom & Sons");
  const theirs = "Ring Road\nSurat, Gujarat 395003\nIndia";
  api.stored = {
    ...api.stored,
    revision: 8,
    site: { ...api.stored.site, contact: { ...api.stored.site.contact, address: theirs } },
  };
  await user.click(save());
  await page.findByText(t("screen.address.success"));
  expect(api.stored.site.businessName).toBe("Loom & Sons");
  expect(api.stored.site.contact.address).toBe(theirs);
  expect(street.value).toBe("Ring Road");
});

test("E2 an address changed on the other screen meanwhile is not overwritten silently", async () => {
  const { user } = await open("address");
  const zip = page.getByLabelText<HTMLInputElement>(t("field.zip.label"));
  await user.clear(zip);
  await user.type(zip, "380015");
  const theirs = "Ring Road\nSurat, Gujarat 395003\nIndia";
  api.stored = {
    ...api.stored,
    revision: 8,
    site: { ...api.stored.site, contact: { ...api.stored.site.contact, address: theirs } },
  };
  await user.click(save());
  await page.findByText(t("admin.conflict.newer"));
  page.getByText(/Ring Road/, { selector: "p" });
  expect(api.stored.site.contact.address).toBe(theirs);
  expect(zip.value).toBe("380015");
  await user.click(save());
  await page.findByText(t("screen.address.success"));
  expect(api.stored.site.contact.address).toBe("Ring Road\nSurat, Gujarat 380015\nIndia");
});

test("unsaved text is restored after a reload and can be discarded", async () => {
  const first = await open("tagline");
  await first.user.clear(first.input);
  await first.user.type(first.input, "Typed, not saved");
  first.unmount();
  const { input, user } = await open("tagline");
  await waitFor(() => expect(input.value).toBe("Typed, not saved"));
  page.getByText(t("admin.restored"));
  await user.click(page.getByRole("button", { name: t("admin.restored.discard") }));
  expect(input.value).toBe(fields.tagline.default);
  expect(page.queryByText(t("admin.restored"))).toBeNull();
  expect(sessionStorage).toHaveLength(0);
});

test("C3 saving a restored draft over somebody else's newer text shows the conflict", async () => {
  const first = await open("tagline");
  await first.user.type(first.input, " of mine");
  first.unmount();
  api.stored = { ...api.stored, revision: 8, site: { ...api.stored.site, tagline: "Their words" } };
  const { input, user } = await open("tagline");
  await waitFor(() => expect(input.value).toContain("of mine"));
  await user.click(save());
  await page.findByText("Their words");
  expect(api.stored.site.tagline).toBe("Their words");
});

test("the form works without storage", async () => {
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("closed", "SecurityError");
  });
  vi.spyOn(Storage.prototype, "getItem").mockImplementation(() => {
    throw new DOMException("closed", "SecurityError");
  });
  const { input, user } = await open("tagline");
  await user.type(input, "!");
  await user.click(save());
  await page.findByText(t("toast.success.description"));
});

test("the offline message disappears when the connection is back", async () => {
  const { input, user } = await open("tagline");
  await user.type(input, "!");
  const usual = fetch;
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("no network")));
  await user.click(save());
  await page.findByText(t("error.offline"));
  vi.stubGlobal("fetch", usual);
  fireEvent(window, new Event("online"));
  await waitFor(() => expect(page.queryByText(t("error.offline"))).toBeNull());
  expect(input.value).toBe(`${fields.tagline.default}!`);
});

test("leaving with unsaved text asks first, and staying keeps the text", async () => {
  const { input, user } = await open("tagline");
  const back = () => user.click(page.getByRole("link", { name: t("admin.backToDashboard") }));
  await user.type(input, "!");
  await back();
  await user.click(await page.findByRole("button", { name: t("admin.leave.stay") }));
  expect(atDashboard()).toBe(false);
  expect(input.value).toBe(`${fields.tagline.default}!`);
  await back();
  await user.click(await page.findByRole("button", { name: t("admin.leave.go") }));
  await waitFor(() => expect(atDashboard()).toBe(true));
});

test("text typed during a save is kept, and the screen stays open", async () => {
  const { input, user, router } = await open("tagline");
  await user.type(input, " one");
  const usual = fetch;
  let answer = () => {};
  const asked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  vi.stubGlobal("fetch", (request: Request) => asked.then(() => usual(request)));
  await user.click(save());
  await user.type(input, " two");
  answer();
  await page.findByText(t("toast.success.description"));
  expect(api.stored.site.tagline).toBe(`${fields.tagline.default} one`);
  expect(input.value).toBe(`${fields.tagline.default} one two`);
  await act(() => vi.advanceTimersByTimeAsync(2000));
  expect(router.state.location.pathname).toBe(editPath("tagline"));
});

test("E11 the placeholder text can be copied into the input to edit it", async () => {
  const { user } = await open("tagline");
  await user.click(page.getByRole("radio", { name: /ગુજરાતી/ }));
  const input = page.getByLabelText<HTMLInputElement>(t("field.tagline.label"));
  await user.click(await page.findByRole("button", { name: t("admin.startFrom") }));
  expect(input.value).toBe("ડિજિટલ માર્કેટિંગ સેવાઓ");
  expect(page.queryByRole("button", { name: t("admin.startFrom") })).toBeNull();
  await user.type(input, "!");
  await user.click(save());
  await page.findByText(t("toast.saved", { what: t("screen.tagline.title") }));
  expect(saves()[0]?.body).toEqual({ revision: 7, translations: { gu: { tagline: "ડિજિટલ માર્કેટિંગ સેવાઓ!" } } });
});

test("C8 with the app in Gujarati a text opens in Gujarati", async () => {
  const { input, user } = await open("tagline", "gu");
  expect(input.lang).toBe("gu");
  await user.type(input, "ઘર માટે દીવા");
  await user.click(save());
  await page.findByText(t("toast.success.description"));
  expect(saves()[0]?.body).toEqual({ revision: 7, translations: { gu: { tagline: "ઘર માટે દીવા" } } });
});

describe("an owner who writes Gujarati", () => {
  beforeEach(() => {
    api.stored = { ...api.stored, site: { ...api.stored.site, primaryLanguage: "gu" } };
  });
  const languages = () => page.getAllByRole<HTMLInputElement>("radio").map(({ value }) => value);

  test("sees Gujarati first and required, and sends no English", async () => {
    const { input, user } = await open("tagline");
    await waitFor(() => expect(page.getByRole<HTMLInputElement>("radio", { name: "ગુજરાતી" }).checked).toBe(true));
    expect(languages()).toEqual(["gu", "en", "hi"]);
    const gujarati = page.getByLabelText<HTMLInputElement>(t("field.tagline.label"));
    expect(gujarati.required).toBe(true);
    expect(gujarati.lang).toBe("gu");
    expect(input.isConnected).toBe(true);
    await user.type(gujarati, "ઘરનું અને ગરમ");
    await user.click(save());
    await waitFor(() => expect(saves()).toHaveLength(1));
    expect(saves()[0]?.body).toEqual({ revision: 7, translations: { gu: { tagline: "ઘરનું અને ગરમ" } } });
  });

  test.each([
    ["hi", { translations: { hi: { businessName: "Surya" } } }],
    ["en", { site: { businessName: "Surya" } }],
  ])("and switches to %s keeps the Gujarati texts", async (primaryLanguage, sent) => {
    const { site } = api.stored;
    api.stored = {
      ...api.stored,
      site: { ...site, primaryLanguage, businessHours: "", contact: { ...site.contact, address: "" } },
      translations: { gu: { address: "સી. જી. રોડ\nઅમદાવાદ, ગુજરાત 380009\nભારત", businessHours: "રોજ 9 થી 6" } },
    };
    const { user } = await open("address");
    const name = page.getByLabelText(t("field.businessName.label"));
    await user.clear(name);
    await user.type(name, "Surya");
    await user.click(save());
    await waitFor(() => expect(saves()).toHaveLength(1));
    expect(saves()[0]?.body).toEqual({ revision: 7, ...sent });
  });

  test("sees the Gujarati text as the English placeholder and may leave English empty", async () => {
    const { site } = api.stored;
    api.stored = { ...api.stored, site: { ...site, tagline: "" }, translations: { gu: { tagline: "ઘરનું અને ગરમ" } } };
    const { user } = await open("tagline");
    await user.click(page.getByRole("radio", { name: /English/ }));
    const english = page.getByLabelText<HTMLInputElement>(t("field.tagline.label"));
    await waitFor(() => expect(english.placeholder).toBe("ઘરનું અને ગરમ"));
    expect([english.value, english.required]).toEqual(["", false]);
    await user.click(page.getByRole("radio", { name: "ગુજરાતી" }));
    await user.clear(page.getByLabelText(t("field.tagline.label")));
    await user.click(save());
    await waitFor(() => expect(document.querySelector("[aria-invalid=true]")?.getAttribute("lang")).toBe("gu"));
    expect(saves()).toEqual([]);
  });
});
