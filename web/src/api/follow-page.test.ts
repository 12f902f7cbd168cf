import { expect, test, vi } from "vitest";
import { followPage } from "./follow-page";
import type { Boot } from "./types";

test("C5 a paged list checks the same page for newer content", async () => {
  history.replaceState(null, "", "/gu/blog?page=2");
  const asked = vi.fn(async (_url: string) => new Response(null, { status: 304 }));
  vi.stubGlobal("fetch", asked);
  followPage({ edition: "1" } as Boot, async () => {});
  dispatchEvent(new Event("focus"));
  expect(asked.mock.calls[0]?.[0]).toBe("/api/v1/page?path=%2Fgu%2Fblog%3Fpage%3D2");
});
