import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, screen as page, render, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, RouterProvider } from "react-router";
import { beforeEach, describe, expect, test } from "vitest";
import en from "../../../../../locales/en.json";
import type { ItemValues } from "../../../api/types";
import { LanguageProvider } from "../../../i18n/language";
import { translator } from "../../../i18n/words";
import type { Lang } from "../../../lib/lang";
import { dashboardPath, editItemPath, editPath, newItemPath } from "../../../paths";
import { Toaster } from "../../../ui/toaster";
import { type Manager, type ManagerKey, managerKeys, managers, rulesOf, traitsOf } from "../collections";
import { fakeItems } from "../fake-items";
import { AuthProvider, useAuth } from "../sign-in/auth";
import { SignInAgain } from "../sign-in/sign-in-again";
import type { ItemKind } from "../values/validate";
import { CollectionScreen } from "./collection-screen";

const t = translator(en);

const values: Record<ItemKind, string | string[]> = {
  text: "Somebody",
  multiline: "What we do",
  html: "<p>Text</p>",
  image: "/placeholder.svg",
  icon: "Search",
  date: "2025-03-18",
  month: "2025-03",
  url: "",
  tags: [],
  moment: "",
  hour: "",
  slug: "",
  choice: "text",
  switch: "no",
  link: "",
  video: "",
  glyph: "",
  price: "",
  group: "",
};

/** Valid values for an item of any list, derived from its rules. */
const stored = (name: ManagerKey, title = "First"): ItemValues => ({
  ...Object.fromEntries(rulesOf(managers[name].collection).map(([field, { kind }]) => [field, values[kind]])),
  ...((managers[name] as Manager).grouped && { [(managers[name] as Manager).grouped ?? ""]: "" }),
  [traitsOf(managers[name].collection).title]: title,
});

let server: ReturnType<typeof fakeItems>;
beforeEach(() => {
  server = fakeItems();
});

function Again() {
  return useAuth().status === "ended" ? <SignInAgain /> : null;
}

function open(name: ManagerKey, address = editPath(name), lang: Lang = "en") {
  const element = (
    <>
      <CollectionScreen
        name={name}
        preview={({ texts }) => <output>{texts[traitsOf(managers[name].collection).title]}</output>}
      />
      <Again />
    </>
  );
  const routes = [
    { path: editPath(name), element },
    { path: dashboardPath, element: <h1>{t("admin.dashboard")}</h1> },
  ];
  const router = createMemoryRouter(routes, { initialEntries: [address] });
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <LanguageProvider lang={lang} words={en}>
        <AuthProvider>
          <RouterProvider router={router} />
        </AuthProvider>
        <Toaster label="" closeLabel={t("common.close")} />
      </LanguageProvider>
    </QueryClientProvider>,
  );
  return { user: userEvent.setup({ delay: null }), router };
}

const button = (name: string) => page.getByRole("button", { name });
const title = (name: ManagerKey = "services") => {
  const { collection } = managers[name];
  const { title } = traitsOf(collection);
  return page.findByRole<HTMLInputElement>("textbox", { name: t.first([`item.${collection}.${title}`]) });
};
const first = (name: ManagerKey) => server.put(managers[name].collection, stored(name));
const writes = (method: string) => server.calls.filter((call) => call.method === method);

describe.each(managerKeys)("the manager of %s", (name) => {
  const { collection } = managers[name];
  const { title: called } = traitsOf(collection);

  test("M1 M2 shows a table with actions, or an empty state", async () => {
    open(name);
    await page.findByText(t(`manager.${name}.empty`));
    page.getByRole("link", { name: t("admin.backToDashboard") });
    page.getByRole("link", { name: t(`manager.${name}.add`) });
    expect(page.queryByRole("table")).toBeNull();
    cleanup();
    first(name);
    open(name);
    const row = within(await page.findByRole("row", { name: /First/ }));
    row.getByRole("link", { name: "Edit First" });
    row.getByRole("button", { name: "Delete First" });
    page.getByRole("columnheader", { name: t("manager.actions") });
  });

  test("M3 M4 M8 refuses an incomplete item; saves a complete one, confirms and returns", async () => {
    const item = first(name);
    const { user, router } = open(name, editItemPath(name, item.id));
    await user.clear(await title(name));
    await user.click(button(t("admin.save")));
    await page.findByText(t("manager.missing"));
    page.getByText(t("manager.missing.description"));
    expect(document.activeElement).toBe(await title(name));
    expect(server.calls).toHaveLength(0);

    await user.type(await title(name), "Second");
    await waitFor(() => expect(page.getByText("Second").tagName).toBe("OUTPUT"));
    await user.click(button(t("admin.save")));
    await page.findByText(t(`manager.${name}.updated`));
    expect(writes("PATCH")[0]?.body).toEqual({ revision: item.revision, values: { [called]: "Second" } });
    await waitFor(() => expect(router.state.location.search).toBe(""));
    await page.findByRole("row", { name: /Second/ });
  });

  test("M3 cancelling asks first, saves nothing and keeps the draft for later", async () => {
    const item = first(name);
    const { user, router } = open(name, editItemPath(name, item.id));
    await user.type(await title(name), " and more");
    await user.click(button(t("manager.cancel")));
    await user.click(await page.findByRole("button", { name: t("admin.leave.stay") }));
    expect((await title(name)).value).toBe("First and more");
    await user.click(button(t("manager.cancel")));
    await user.click(await page.findByRole("button", { name: t("admin.leave.go") }));
    await waitFor(() => expect(router.state.location.search).toBe(""));
    expect(server.calls).toHaveLength(0);
    await act(() => router.navigate(editItemPath(name, item.id)));
    expect((await title(name)).value).toBe("First and more");
    page.getByText(t("admin.restored"));
  });

  test("M9 deleting asks first and can be undone from the toast or the bin", async () => {
    first(name);
    const { user } = open(name);
    const ask = async () => user.click(await page.findByRole("button", { name: "Delete First" }));
    await ask();
    await user.click(within(page.getByRole("dialog")).getByRole("button", { name: t("manager.cancel") }));
    expect(server.calls).toHaveLength(0);

    await ask();
    await user.click(within(page.getByRole("dialog")).getByRole("button", { name: t("manager.delete.confirm") }));
    await page.findByText(t(`manager.${name}.deleted`));
    await page.findByText(t(`manager.${name}.empty`));
    await user.click(button(t("manager.undo")));
    await page.findByText(t(`manager.${name}.restored`));

    await ask();
    await user.click(within(page.getByRole("dialog")).getByRole("button", { name: t("manager.delete.confirm") }));
    await user.click(await page.findByText(t("manager.bin", { count: 1 })));
    await user.click(button("Restore First"));
    await page.findByRole("row", { name: /First/ });
    expect(server.lists[collection][0]?.deletedAt).toBeUndefined();
  });

  test("a failed save shows the error and keeps the text", async () => {
    const item = first(name);
    const { user } = open(name, editItemPath(name, item.id));
    await user.type(await title(name), "!");
    server.refuseNext(503, "unavailable");
    await user.click(button(t("admin.save")));
    await page.findByText(t("manager.failed"));
    await page.findByText(t("error.unavailable"));
    expect((await title(name)).value).toBe("First!");
  });
});

test("M7 M8 M9 a new service is created with its features as a list", async () => {
  const { user } = open("services", newItemPath("services"));
  await user.type(await title(), "Reels");
  await user.type(page.getByRole("textbox", { name: "Description" }), "Short films");
  await user.click(button("Video"));
  await user.type(page.getByRole("textbox", { name: "Features" }), " Script ,, Cut ");
  await user.click(button(t("admin.save")));
  await page.findByText("Service Created");
  expect(writes("POST")[0]?.body).toEqual({
    published: true,
    values: { title: "Reels", description: "Short films", icon: "Video", features: ["Script", "Cut"] },
  });
});

test("a double tap and a retry after a lost response create only one item, with the latest text", async () => {
  const { user } = open("services", newItemPath("services"));
  await user.type(await title(), "Reels");
  await user.type(page.getByRole("textbox", { name: "Description" }), "Short films");
  await user.click(button("Video"));
  server.loseNextAnswer();
  const save = button(t("admin.save"));
  act(() => {
    save.click();
    save.click();
  });
  await page.findByText(t("error.offline"));
  expect(writes("POST")).toHaveLength(1);

  await user.type(await title(), " and more");
  cleanup();
  const again = open("services", newItemPath("services"));
  expect((await title()).value).toBe("Reels and more");
  page.getByText(t("admin.restored"));
  await again.user.click(button(t("admin.save")));
  await page.findByText("Service Created");
  expect(new Set(writes("POST").map(({ key }) => key)).size).toBe(1);
  expect(server.lists.services.map(({ values }) => values.title)).toEqual(["Reels and more"]);
  expect(sessionStorage).toHaveLength(0);
});

test("a conflicting save keeps the typed text and shows the stored one; the next save is based on the stored one", async () => {
  const item = first("services");
  const { user } = open("services", editItemPath("services", item.id));
  await user.clear(await title());
  await user.type(await title(), "Mine");
  server.change("services", item, { values: { title: "Theirs", features: ["Theirs too"] } });
  await user.click(button(t("admin.save")));
  const notice = within((await page.findByText(/^Someone saved/)).closest("[role=alert]") as HTMLElement);
  notice.getByText("Theirs");
  expect((await title()).value).toBe("Mine");
  expect(page.getByRole<HTMLInputElement>("textbox", { name: "Features 1" }).value).toBe("Theirs too");
  await user.click(button(t("admin.save")));
  await page.findByText("Service Updated");
  expect(server.lists.services[0]?.values).toMatchObject({ title: "Mine", features: ["Theirs too"] });
});

test("somebody else's save of other fields is merged silently; only the typed changes are sent", async () => {
  const item = first("services");
  const { user } = open("services", editItemPath("services", item.id));
  await user.clear(await title());
  await user.type(await title(), "Mine");
  server.change("services", item, { values: { description: "Theirs" }, translations: { gu: { title: "તેમનું" } } });
  await user.click(button(t("admin.save")));
  await page.findByText("Service Updated");
  expect(page.queryByText(/^Someone saved/)).toBeNull();
  expect(writes("PATCH").at(-1)?.body).toMatchObject({ values: { title: "Mine" } });
  expect(server.lists.services[0]).toMatchObject({
    values: { title: "Mine", description: "Theirs" },
    translations: { gu: { title: "તેમનું" } },
  });
});

test("a conflict names only the fields that both saves changed", async () => {
  const item = first("services");
  const { user } = open("services", editItemPath("services", item.id));
  await user.type(await title(), " of mine");
  await user.type(page.getByRole("textbox", { name: "Description" }), " of mine");
  server.change("services", item, { values: { title: "Theirs" } });
  await user.click(button(t("admin.save")));
  const notice = within((await page.findByText(/^Someone saved/)).closest("[role=alert]") as HTMLElement);
  notice.getByText("Theirs");
  expect(notice.queryByText("What we do")).toBeNull();
  expect((await title()).value).toBe("First of mine");
});

test("the owner can take somebody else's save instead", async () => {
  const item = first("services");
  const { user } = open("services", editItemPath("services", item.id));
  await user.type(await title(), " of mine");
  server.change("services", item, { values: { title: "Theirs" } });
  await user.click(button(t("admin.save")));
  await user.click(await page.findByRole("button", { name: t("admin.conflict.take") }));
  await waitFor(async () => expect((await title()).value).toBe("Theirs"));
});

test("an item deleted meanwhile can be restored and then saved", async () => {
  const item = first("services");
  const { user } = open("services", editItemPath("services", item.id));
  await user.type(await title(), " again");
  server.bin("services", item, "2026-02-01T12:00:00Z");
  await user.click(button(t("admin.save")));
  await page.findByText(t("manager.gone"));
  await user.click(button(t("manager.bin.restore")));
  await waitFor(() => expect(page.queryByText(t("manager.gone"))).toBeNull());
  await user.click(button(t("admin.save")));
  await page.findByText("Service Updated");
  expect(server.lists.services[0]).toMatchObject({ values: { title: "First again" } });
});

test("a save resumes after signing in again in place", async () => {
  const item = first("services");
  const { user } = open("services", editItemPath("services", item.id));
  await user.type(await title(), " before");
  server.api.signedIn = false;
  await user.click(button(t("admin.save")));
  await user.type(await page.findByLabelText(t("admin.password")), "a password");
  await user.click(button(t("admin.login")));
  await page.findByText("Service Updated");
  expect(server.lists.services[0]?.values.title).toBe("First before");
});

test("text typed before a reload is restored and can be discarded", async () => {
  const item = first("services");
  const before = open("services", editItemPath("services", item.id));
  await before.user.type(await title(), " typed");
  cleanup();
  const { user } = open("services", editItemPath("services", item.id));
  expect((await title()).value).toBe("First typed");
  await user.click(button(t("admin.restored.discard")));
  await waitFor(async () => expect((await title()).value).toBe("First"));
  expect(sessionStorage).toHaveLength(0);
});

test("leaving with unsaved text asks first, and the text is restored on return", async () => {
  const item = first("services");
  const { user, router } = open("services", editItemPath("services", item.id));
  await user.type(await title(), " typed");
  const leave = () => user.click(page.getByRole("link", { name: t("admin.backToDashboard") }));
  await leave();
  await user.click(await page.findByRole("button", { name: t("admin.leave.stay") }));
  expect((await title()).value).toBe("First typed");
  await leave();
  await user.click(await page.findByRole("button", { name: t("admin.leave.go") }));
  await page.findByRole("heading", { name: t("admin.dashboard") });
  await act(() => router.navigate(editItemPath("services", item.id)));
  expect((await title()).value).toBe("First typed");
});

test("a second click on Move down counts even before the first is rendered", async () => {
  for (const title of ["A", "B", "C"]) server.put("services", stored("services", title));
  open("services");
  await page.findByRole("row", { name: /^A/ });
  const down = button("Move A down");
  act(() => {
    down.click();
    down.click();
  });
  await waitFor(() => expect(server.lists.services.map(({ values }) => values.title)).toEqual(["B", "C", "A"]));
});

test("the order changes at once, is stored, and is rolled back on failure", async () => {
  for (const title of ["A", "B", "C"]) server.put("services", stored("services", title));
  const { user } = open("services");
  await page.findByRole("row", { name: /^A/ });
  const order = () => page.getAllByRole("rowheader").map((head) => head.textContent?.[0]);
  await user.click(button("Move A down"));
  expect(order()).toEqual(["B", "A", "C"]);
  expect(document.activeElement).toBe(button("Move A down"));
  page.getByText(t("manager.order.dropped", { title: "A", place: 2, count: 3 }));
  await waitFor(() => expect(server.lists.services.map(({ values }) => values.title)).toEqual(["B", "A", "C"]));

  server.refuseNext(503, "unavailable");
  await user.click(button("Move C up"));
  await page.findByText(t("manager.order.failed"));
  await waitFor(() => expect(order()).toEqual(["B", "A", "C"]));
});

test("undoing a move to another group keeps later moves", async () => {
  for (const [title = "", group = ""] of [
    ["A", "Bread"],
    ["B", "Bread"],
    ["C", "Sweets"],
    ["D", "Sweets"],
  ])
    server.put("services", { ...stored("services", title), group });
  const { user } = open("services");
  await user.click(await page.findByRole("button", { name: "Move B down" }));
  await user.click(button("Move D up"));
  await user.click(button(t("manager.undo")));
  const items = () => server.lists.services.map(({ values }) => [values.title, values.group]);
  const kept = [
    ["A", "Bread"],
    ["B", "Bread"],
    ["D", "Sweets"],
    ["C", "Sweets"],
  ];
  await waitFor(() => expect(items()).toEqual(kept));
});

test("M3 C8 with the app in Gujarati an item can be written without English", async () => {
  const { user } = open("services", newItemPath("services"), "gu");
  await user.type(await title(), "ઢોલ");
  await user.type(page.getByRole("textbox", { name: "Icon name" }), "Drum");
  await user.click(button(t("admin.save")));
  await page.findByText(t("manager.missing"));
  expect(writes("POST")).toHaveLength(0);
  await user.click(page.getByRole("radio", { name: /Gujarati|ગુજરાતી/ }));
  await user.type(page.getByRole("textbox", { name: "Description" }), "અમે ઢોલ રંગીએ છીએ.");
  await user.click(button(t("admin.save")));
  await page.findByText(t("manager.services.created"));
  const body = writes("POST")[0]?.body;
  expect(body).toMatchObject({ translations: { gu: { title: "ઢોલ", description: "અમે ઢોલ રંગીએ છીએ." } } });
  expect(body).not.toHaveProperty("values.title");
});

test("M3 C8 an article begun in Gujarati is previewed without a note about an English version", async () => {
  const { user } = open("blog", newItemPath("blog"), "gu");
  await user.type(await title("blog"), "ઢોલ");
  await waitFor(() => expect(document.querySelector("output")?.textContent).toBe("ઢોલ"));
  const warning = /until then they see the English article/;
  expect(page.queryByText(warning)).toBeNull();
  cleanup();
  open("blog", editItemPath("blog", first("blog").id), "gu");
  await user.type(await title("blog"), "ઢોલ");
  await page.findByText(warning);
});

test("M7 no icon is shown before one is chosen", async () => {
  const { user } = open("services", newItemPath("services"));
  const input = await page.findByRole("textbox", { name: "Icon name" });
  const icons = () => input.parentElement?.querySelectorAll("svg").length;
  expect(button("Search").getAttribute("aria-pressed")).toBe("false");
  expect(icons()).toBe(0);
  await user.type(input, "Search");
  expect(icons()).toBe(1);
});

test("M5 M9 after a save, View is offered only for a public item", async () => {
  const item = first("blog");
  const { user, router } = open("blog", editItemPath("blog", item.id));
  const saveDated = async (date: string) => {
    const input = await page.findByLabelText("Date");
    await user.clear(input);
    await user.type(input, date);
    await user.click(button(t("admin.save")));
    await page.findByText(t("manager.blog.updated"));
  };
  await saveDated("2099-01-01");
  expect(page.queryByRole("button", { name: t("manager.view") })).toBeNull();
  await act(() => router.navigate(editItemPath("blog", item.id)));
  await saveDated("2025-01-01");
  await page.findByRole("button", { name: t("manager.view") });
});

test("M1 a long list is loaded page by page, and loaded items can be reordered", async () => {
  for (let n = 1; n <= 110; n++) {
    server.put("posts", stored("blog", `Post ${n}`));
    server.put("services", stored("services", `Service ${n}`));
  }
  const { user } = open("blog");
  await page.findByRole("row", { name: /^Post 50 / });
  expect(page.queryByText("Post 51")).toBeNull();
  await user.click(button(t("admin.more")));
  await page.findByText("Post 100");
  await user.click(button(t("admin.more")));
  await page.findByText("Post 110");
  expect(page.queryByRole("button", { name: t("admin.more") })).toBeNull();
  cleanup();

  open("services");
  await page.findByText("Service 50");
  await user.click(button(t("admin.more")));
  await page.findByText("Service 100");
  const ids = server.lists.services.map(({ id }) => id);
  button("Move Service 51 up").click();
  await page.findByText("Service 51 was put down at place 50 of 110.");
  await waitFor(() => expect(writes("PUT")[0]?.body.ids).toHaveLength(100));
  expect(writes("PUT")[0]?.body.ids?.slice(48, 52)).toEqual([ids[48], ids[50], ids[49], ids[51]]);
  await user.click(button(t("admin.more")));
  await page.findByText("Service 110");
  expect(page.getAllByRole("rowheader")).toHaveLength(110);
});

test("a group heading counts its items once all are loaded", async () => {
  for (let n = 1; n <= 60; n++) server.put("services", { ...stored("services", `Service ${n}`), group: "Bread" });
  const { user } = open("services");
  await page.findByRole("rowheader", { name: "Bread" });
  await user.click(button(t("admin.more")));
  await page.findByRole("rowheader", { name: "Bread · 60" });
});

test("a list is searched on the server, and the search is in the URL", async () => {
  server.put("services", stored("services", "Drums"));
  server.put("services", stored("services", "Flutes"), { published: false });
  for (let n = 1; n <= 11; n++) server.put("services", stored("services", `Strings ${n}`));
  const { user, router } = open("services");
  await user.type(await page.findByRole("searchbox", { name: t("list.search") }), "drum");
  await waitFor(() => expect(router.state.location.search).toBe("?search=drum"));
  await page.findByText(t("list.found", { count: 1 }));
  page.getByText("Drums");
  expect(page.queryByText("Flutes")).toBeNull();
  expect(page.queryByRole("button", { name: /^Move/ }), "a filtered list cannot be reordered").toBeNull();

  await user.selectOptions(page.getByRole("combobox", { name: t("list.state") }), t("shown.draft"));
  await page.findByText(t("list.none"));
  await user.click(button(t("list.clear")));
  await page.findByText("Flutes");
  expect(router.state.location.search).toBe("");
});

test("deleting several items asks for confirmation with their number, and undo restores exactly these items", async () => {
  for (const title of ["One", "Two", "Three"]) server.put("portfolio", stored("portfolio", title));
  const { user } = open("portfolio");
  await user.click(await page.findByRole("button", { name: t("several.choose") }));
  await user.click(page.getByRole("checkbox", { name: "One" }));
  await user.click(page.getByRole("checkbox", { name: "Three" }));
  page.getByText(t("several.count", { count: 2 }));
  await user.click(button(t("manager.delete.confirm")));
  const dialog = within(page.getByRole("dialog", { name: t("several.delete.title", { count: 2 }) }));
  await user.click(dialog.getByRole("button", { name: t("manager.delete.confirm") }));
  await page.findByText(t("several.deleted", { count: 2 }));
  await waitFor(() => expect(page.getAllByRole("rowheader")).toHaveLength(1));
  await user.click(button(t("manager.undo")));
  await waitFor(() => expect(page.getAllByRole("rowheader")).toHaveLength(3));

  await user.click(page.getByRole("checkbox", { name: t("several.all", { count: 3 }) }));
  await user.click(button(t("several.hide")));
  await page.findByText(t("several.hidden", { count: 3 }));
  await waitFor(() => expect(page.getAllByText(t("shown.draft"), { selector: "p" })).toHaveLength(3));
});

test("the title of a row opens the item", async () => {
  first("blog");
  const { user } = open("blog");
  await user.click(await page.findByRole("link", { name: "First" }));
  expect((await title("blog")).value).toBe("First");
});

test("M5 the form loads the long texts that the list does not have", async () => {
  const item = first("blog");
  const { user } = open("blog");
  await user.click(await page.findByRole("link", { name: "Edit First" }));
  await title("blog");
  await waitFor(() => expect(document.querySelector("[data-name=content]")?.textContent).toContain("Text"));
  expect(item.values.content).toBe("<p>Text</p>");
});

test("M7 features are rows that can be added, split at commas, moved and removed", async () => {
  const { user } = open("services", newItemPath("services"));
  const row = (place: number) => page.getByRole<HTMLInputElement>("textbox", { name: `Features ${place}` });
  await user.type(await page.findByRole("textbox", { name: "Features" }), "One{Enter}Two, Three,Four");
  expect([1, 2, 3].map((place) => row(place).value)).toEqual(["One", "Two", "Three"]);
  await user.click(button("Move One down"));
  await user.click(button("Remove Three"));
  await user.type(row(2), " and a half");
  await user.type(await title(), "Reels");
  await user.type(page.getByRole("textbox", { name: "Description" }), "Short films");
  await user.click(button("Video"));
  await user.click(button(t("admin.save")));
  await page.findByText("Service Created");
  expect(writes("POST")[0]?.body.values?.features).toEqual(["Two", "One and a half", "Four"]);
});

test("M5 a category that begins like another one can be typed", async () => {
  const { user } = open("blog", editItemPath("blog", first("blog").id));
  const input = await page.findByRole("textbox", { name: "Categories" });
  await user.type(input, "Art,Art shows,Music{Backspace}");
  await user.click(button("Remove Art"));
  await user.type(input, "c");
  await user.click(button(t("admin.save")));
  await page.findByText("Post Updated");
  expect(writes("PATCH")[0]?.body.values?.categories).toEqual(["Art shows", "Music".slice(0, 4), "c"]);
});
