import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, screen as page, render, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, RouterProvider } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import en from "../../../../../locales/en.json";
import type { ItemValues } from "../../../api/types";
import { LanguageProvider } from "../../../i18n/language";
import { translator } from "../../../i18n/words";
import { editItemPath, editPath, newItemPath } from "../../../paths";
import { Toaster } from "../../../ui/toaster";
import { fakeItems } from "../fake-items";
import { AuthProvider } from "../sign-in/auth";
import { CollectionScreen } from "./collection-screen";

// The editor has its own tests; here the stored HTML is typed.
vi.mock("../kinds/html-input", async () => {
  const { lineInput } = await import("../kinds/line-input");
  return { HtmlInput: lineInput({ type: "text" }) };
});

const t = translator(en);

let server: ReturnType<typeof fakeItems>;
beforeEach(() => {
  server = fakeItems();
  history.replaceState(null, "", "/");
});

function open(address: string) {
  const element = <CollectionScreen name="blog" preview={undefined} />;
  const router = createMemoryRouter([{ path: editPath("blog"), element }], { initialEntries: [address] });
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

const article: ItemValues = { title: "Kites", content: "Text", author: "Somebody", date: "2025-01-14", categories: [] };
const button = (name: string | RegExp) => page.getByRole("button", { name });
const input = (name: string) => page.findByLabelText<HTMLInputElement>(name, { exact: true });
const saved = () => page.findByText(/^Saved /);
/** Sets the value at once: typed letter by letter on a slow machine, a part of it would be autosaved. */
const fill = (input: HTMLInputElement, value: string) => fireEvent.change(input, { target: { value } });

test("M9 a new article has buttons to publish and to save a draft, and Enter saves a draft", async () => {
  const { user } = open(newItemPath("blog"));
  await user.type(await input("Title"), "Kites");
  await user.type(await input("Content"), "Text");
  button(t("publish.now"));
  button(t("publish.draft"));
  expect(page.queryByRole("button", { name: t("admin.save") })).toBeNull();
  await user.type(await input("Title"), "{Enter}");
  await page.findByText(t("manager.blog.created"));
  expect(server.lists.posts[0]?.published).toBe(false);
});

test("M9 the main button names the scheduled day and hour", async () => {
  const { user } = open(newItemPath("blog"));
  const date = await input("Date");
  await user.clear(date);
  await user.type(date, "2099-03-14");
  button("Schedule for March 14, 2099");
  await user.type(await input("Time"), "09:00");
  await user.type(await input("Title"), "Kites");
  await user.type(await input("Content"), "Text");
  await user.click(button("Schedule for March 14, 2099 at 9:00 AM"));
  await page.findByText(t("manager.blog.created"));
  const [item] = server.lists.posts;
  expect(item?.published).toBe(true);
  expect(item?.values).toMatchObject({ date: "2099-03-14", hour: "09:00" });
});

test("a draft is autosaved once per pause, shows when, and stays the same draft", async () => {
  const { user } = open(newItemPath("blog"));
  const [title, content] = [await input("Title"), await input("Content")];
  fill(title, "Kites ");
  fill(content, "Text");
  await saved();
  expect(server.calls.map(({ method, body }) => [method, body.auto, body.published])).toEqual([["POST", true, false]]);
  const id = server.lists.posts[0]?.id ?? "";
  expect(location.pathname + location.search).toBe(editItemPath("blog", id));
  const kept = await input("Title");
  expect(kept.value).toBe("Kites ");

  fill(kept, "Kites fly");
  page.getByText(t("publish.unsaved"));
  await saved();
  expect(server.calls.slice(1).map(({ method, body }) => [method, body.auto, body.values])).toEqual([
    ["PATCH", true, { title: "Kites fly" }],
  ]);
  await user.click(button(t("publish.now")));
  await page.findByText(t("manager.blog.created"));
  expect(server.lists.posts).toHaveLength(1);
  expect(server.lists.posts[0]).toMatchObject({ published: true, values: { title: "Kites fly" } });
  expect(sessionStorage).toHaveLength(0);
});

test("a button clicked during an autosave takes effect after it", async () => {
  const { user } = open(editItemPath("blog", server.put("posts", article, { published: false }).id));
  await user.type(await input("Title"), "!");
  await waitFor(() => expect(server.calls).toHaveLength(1), { timeout: 5000, interval: 1 });
  await user.click(button(/^Publish$|^Saving/));
  await page.findByText(t("manager.blog.updated"));
  expect(server.lists.posts[0]).toMatchObject({ published: true, values: { title: "Kites!" } });
});

test("a button clicked at the moment an autosave begins takes effect after it", async () => {
  open(editItemPath("blog", server.put("posts", article, { published: false }).id));
  const title = await input("Title");
  const wait = setTimeout;
  const timers = vi.spyOn(globalThis, "setTimeout").mockImplementation((act: () => void, ms?: number) => {
    if (ms !== 1500) return wait(act, ms);
    return wait(() => {
      act();
      button(t("publish.now")).click();
    }, ms);
  });
  fill(title, "Kites!");
  await waitFor(() => expect(server.lists.posts[0]).toMatchObject({ published: true, values: { title: "Kites!" } }), {
    timeout: 5000,
  });
  timers.mockRestore();
});

test("M3 a published article is not autosaved and can become a draft again", async () => {
  const { user } = open(editItemPath("blog", server.put("posts", article).id));
  vi.useFakeTimers({ shouldAdvanceTime: true });
  try {
    await user.type(await input("Title"), "!");
    await vi.advanceTimersByTimeAsync(20_000);
    expect(server.calls).toEqual([]);
    await user.click(button(t("publish.back")));
    await page.findByText(t("manager.blog.updated"));
    expect(server.lists.posts[0]).toMatchObject({ published: false, values: { title: "Kites!" } });
  } finally {
    vi.useRealTimers();
  }
});

test("an article that fails to publish stays a draft and is autosaved", async () => {
  const { user } = open(editItemPath("blog", server.put("posts", article, { published: false }).id));
  await user.type(await input("Title"), "!");
  server.refuseNext(503, "unavailable");
  await user.click(button(t("publish.now")));
  await page.findByText(t("manager.failed"));
  await user.type(await input("Title"), "!");
  await waitFor(() => expect(server.lists.posts[0]).toMatchObject({ published: false, values: { title: "Kites!!" } }), {
    timeout: 20_000,
  });
}, 30_000);

test("the form shows the final address before it is saved", async () => {
  const { user } = open(editItemPath("blog", server.put("posts", article).id));
  await user.type(await input("Address"), "Kite Festival!");
  page.getByText("Becomes kite-festival");
  await user.click(button(t("admin.save")));
  await page.findByText(t("manager.blog.updated"));
  expect(server.calls[0]?.body.values).toEqual({ address: "kite-festival" });
});

test.each([
  ["", "Admin"],
  ["Meena Patel", "Meena Patel"],
])("M5 with “%s” as the owner's name on articles, a new article is by %s", async (articleAuthor, author) => {
  server.api.stored.site = { ...server.api.stored.site, articleAuthor };
  const { user } = open(newItemPath("blog"));
  expect((await input("Author")).value).toBe(author);
  await user.type(await input("Title"), "Kites");
  await user.type(await input("Content"), "Text");
  await user.click(button(t("publish.now")));
  await page.findByText(t("manager.blog.created"));
  expect(server.lists.posts[0]?.values.author).toBe(author);
});
