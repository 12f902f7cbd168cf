import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import en from "../../../../locales/en.json";
import type { Blog, PostCard } from "../../api/types";
import { LanguageProvider } from "../../i18n/language";
import { shownToasts } from "../../lib/toast";
import { PostList } from "./post-list";

const post = (id: string): PostCard => ({
  id,
  href: `/blog/${id}`,
  title: `Title ${id}`,
  author: "Digital Market",
  date: "March 18, 2025",
  dateTime: "2025-03-18",
  excerpt: "",
  teaser: "...",
  categories: ["SEO"],
  lang: "en",
});

const all = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"].map(post);
const firstFour: Blog = { posts: all.slice(0, 4), total: 10 };

let stored: PostCard[];
let asked: string[];

beforeEach(() => {
  stored = all;
  asked = [];
  history.replaceState(null, "", "/blog");
  vi.stubGlobal("fetch", async (request: Request) => {
    const { search, searchParams } = new URL(request.url);
    asked.push(search);
    const offset = Number(searchParams.get("offset"));
    const posts = stored.slice(offset, offset + Number(searchParams.get("limit")));
    return Response.json({ posts, total: stored.length });
  });
});

const list = (blog: Blog) => (
  <LanguageProvider lang="en" words={en}>
    <PostList blog={blog} />
  </LanguageProvider>
);

const titles = () => screen.getAllByRole("heading").map((heading) => heading.textContent?.slice(-1));
const more = () => screen.queryByRole("link", { name: en["blog.loadMore"] });
const press = async () => userEvent.setup().click(more() ?? document.body);

test("B2 each click adds four articles in place, and the URL keeps the number shown", async () => {
  render(list(firstFour));
  expect(more()?.getAttribute("href")).toBe("?shown=8#article-5");
  await press();
  await waitFor(() => expect(titles().join("")).toBe("abcdefgh"));
  await waitFor(() => expect(location.search).toBe("?shown=8"));
  await press();
  await waitFor(() => expect(titles().join("")).toBe("abcdefghij"));
  expect(more()).toBeNull();
  expect(asked).toEqual(["?lang=en&offset=4&limit=4", "?lang=en&offset=8&limit=4"]);
  expect(document.activeElement?.getAttribute("href")).toBe("/blog/i");
});

test("B2 an article published meanwhile is not shown twice", async () => {
  render(list(firstFour));
  stored = [post("new"), ...all];
  await press();
  await waitFor(() => expect(titles().join("")).toBe("abcdefg"));
  expect(more()?.getAttribute("href")).toBe("?shown=12#article-8");
});

test("B2 a failure shows an error and keeps the list and the link", async () => {
  render(list(firstFour));
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("offline")));
  await press();
  await waitFor(() => expect(shownToasts().map(({ tone }) => tone)).toEqual(["destructive"]));
  expect(titles()).toHaveLength(4);
  expect(more()).not.toBeNull();
  expect(location.search).toBe("");
});

test("C5 newer content keeps the number of articles shown", async () => {
  const { rerender } = render(list(firstFour));
  await press();
  await waitFor(() => expect(titles()).toHaveLength(8));
  stored = [post("z"), ...all];
  rerender(list({ posts: stored.slice(0, 4), total: 11 }));
  await waitFor(() => expect(titles().join("")).toBe("zabcdefg"));
});

test("a later page says which range of articles it shows", () => {
  render(list({ posts: all.slice(0, 4), total: 10_000, first: 4760, page: 120 }));
  screen.getByText("4761–4764 of 10000 articles");
});
