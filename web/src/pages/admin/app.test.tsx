import { act, screen as page, render, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import en from "../../../../locales/en.json";
import { managerKeys } from "../../features/admin/collections";
import { fakeApi } from "../../features/admin/fake-api";
import { pageKeys, screenKeys } from "../../features/admin/screens";
import { adminPath, dashboardPath, editPath, ownPath } from "../../paths";
import { App } from "./app";

// Every screen of the owner's app; e2e tests one of each kind in a real browser.
const paths = [dashboardPath, ...[...screenKeys, ...managerKeys].map(editPath), ...pageKeys.map(ownPath)];
const tabs = [dashboardPath, ownPath("inbox"), ownPath("page"), ownPath("insights")];
const behindAvatar = new Set([ownPath("account"), ownPath("send-feedback")]);

let api: ReturnType<typeof fakeApi>;
beforeEach(() => {
  api = fakeApi();
  vi.stubGlobal(
    "EventSource",
    class extends EventTarget {
      close() {}
    },
  );
});

/** Simulates typing the address. */
function goTo(path: string) {
  act(() => {
    history.pushState({}, "", path);
    dispatchEvent(new PopStateEvent("popstate", { state: {} }));
  });
}

test("A4 R2 when signed out, every screen shows only the sign-in", async () => {
  api.signedIn = false;
  render(<App />);
  for (const path of paths) {
    goTo(path);
    await waitFor(() => expect(location.pathname, path).toBe(adminPath));
    await page.findByRole("heading", { name: en["admin.adminLogin"] });
    expect(document.querySelectorAll("form [name]:not([name=email], [name=password])"), path).toHaveLength(0);
  }
});

test("every screen except the four tabs has a back link, by default to the dashboard", async () => {
  render(<App />);
  for (const path of paths) {
    goTo(path);
    await waitFor(() => {
      expect(location.pathname).toBe(path);
      const ways = [...document.querySelectorAll("header a")].filter(
        (link) => link.textContent === en["admin.backToDashboard"],
      );
      expect(
        ways.map((way) => way.getAttribute("href")),
        path,
      ).toEqual(tabs.includes(path) ? [] : [dashboardPath]);
    });
  }
});

test("DB6 the same four tabs are on every screen, and the screen's own tab is marked", async () => {
  render(<App />);
  for (const path of paths) {
    goTo(path);
    await waitFor(() => expect(location.pathname).toBe(path));
    await waitFor(() => {
      const bar = document.querySelector(".tab-bar");
      const links = [...(bar?.querySelectorAll("a") ?? [])];
      expect(
        links.map((link) => link.getAttribute("href")),
        path,
      ).toEqual(tabs);
      const current = links
        .filter((link) => link.hasAttribute("aria-current"))
        .map((link) => link.getAttribute("href"));
      const own = tabs.includes(path) ? path : path === ownPath("codes") ? ownPath("insights") : ownPath("page");
      expect(current, path).toEqual(behindAvatar.has(path) ? [] : [own]);
    });
  }
});
