import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, screen as page, render } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import en from "../../../../../locales/en.json";
import { LanguageProvider } from "../../../i18n/language";
import { dashboardPath } from "../../../paths";
import { Toaster } from "../../../ui/toaster";
import { fakeApi } from "../fake-api";
import { AuthProvider } from "../sign-in/auth";
import { SendFeedback } from "./send-feedback";

let api: ReturnType<typeof fakeApi>;
beforeEach(() => {
  api = fakeApi();
  vi.useFakeTimers({ shouldAdvanceTime: true });
});
afterEach(() => {
  vi.useRealTimers();
});

function open() {
  const router = createMemoryRouter([
    { path: "/", element: <SendFeedback /> },
    { path: dashboardPath, element: <h1>Dashboard</h1> },
  ]);
  const { unmount } = render(
    <QueryClientProvider client={new QueryClient()}>
      <LanguageProvider lang="en" words={en}>
        <AuthProvider>
          <RouterProvider router={router} />
        </AuthProvider>
        <Toaster label="" closeLabel="" />
      </LanguageProvider>
    </QueryClientProvider>,
  );
  return { user: userEvent.setup({ advanceTimers: vi.advanceTimersByTime }), unmount };
}

const input = () => page.getByRole<HTMLTextAreaElement>("textbox", { name: "Feedback" });
const sent = () => api.calls.filter(({ path }) => path.endsWith("/feedback"));

test("E8 a message of at least ten characters is sent, confirmed and followed by the dashboard after 1.5 s", async () => {
  const { user } = open();
  await user.type(input(), "Too short");
  await user.click(page.getByRole("button", { name: "Send" }));
  await page.findByText("Feedback must be at least 10 characters");
  expect(sent()).toHaveLength(0);
  await user.type(input(), " no more");
  await user.click(page.getByRole("button", { name: "Send" }));
  await page.findByText("Feedback sent successfully. Thank you!");
  expect(sent()[0]?.body.message).toBe("Too short no more");
  await act(() => vi.advanceTimersByTimeAsync(1400));
  expect(page.queryByRole("heading")).toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(100));
  await page.findByRole("heading", { name: "Dashboard" });
});

test("E8 a message that failed to send survives a reload", async () => {
  const usual = fetch;
  vi.stubGlobal("fetch", (request: Request) =>
    request.url.endsWith("/feedback") ? Promise.reject(new TypeError("gone")) : usual(request),
  );
  const first = open();
  await first.user.type(input(), "Something worth saying");
  await first.user.click(page.getByRole("button", { name: "Send" }));
  await page.findByText(en["screen.send-feedback.failure"]);
  page.getByText(en["error.offline"]);
  expect(input().value).toBe("Something worth saying");
  first.unmount();
  open();
  expect(input().value).toBe("Something worth saying");
});
