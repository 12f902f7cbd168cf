import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, render } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import en from "../../../../../locales/en.json";
import { LanguageProvider } from "../../../i18n/language";
import { LeadNews } from "./lead-news";

class Stream extends EventTarget {
  static readonly CLOSED = 2;
  static all: Stream[] = [];
  readyState = 1;

  constructor() {
    super();
    Stream.all.push(this);
  }

  close() {
    this.readyState = Stream.CLOSED;
  }

  /** Makes the stream fail: with CLOSED for good; otherwise the browser reconnects automatically. */
  fail(readyState: number) {
    this.readyState = readyState;
    this.dispatchEvent(new Event("error"));
  }
}

beforeEach(() => {
  Stream.all = [];
  vi.stubGlobal("EventSource", Stream);
  vi.useFakeTimers();
});
afterEach(() => void vi.useRealTimers());

const open = () =>
  render(
    <LanguageProvider lang="en" words={en}>
      <QueryClientProvider client={new QueryClient()}>
        <MemoryRouter>
          <LeadNews />
        </MemoryRouter>
      </QueryClientProvider>
    </LanguageProvider>,
  );

test("a tab reconnects after a server restart unless it was unmounted", async () => {
  const screen = open();
  expect(Stream.all).toHaveLength(1);
  Stream.all[0]?.fail(0);
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(Stream.all, "the browser reconnects automatically").toHaveLength(1);

  Stream.all[0]?.fail(Stream.CLOSED);
  await act(() => vi.advanceTimersByTimeAsync(5000));
  expect(Stream.all).toHaveLength(2);

  Stream.all[1]?.fail(Stream.CLOSED);
  screen.unmount();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(Stream.all).toHaveLength(2);
});
