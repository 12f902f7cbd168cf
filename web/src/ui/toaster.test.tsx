import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { dismissToast, shownToasts, toast } from "../lib/toast";
import { Dialog } from "./dialog";
import { Toaster } from "./toaster";

beforeEach(() => {
  vi.useFakeTimers();
  render(<Toaster label="Notifications" closeLabel="Close" />);
});

afterEach(() => {
  act(() => {
    while (shownToasts()[0]) dismissToast(shownToasts()[0]?.id ?? 0);
  });
  vi.useRealTimers();
});

const say = (title: string, more = {}) =>
  act(() => {
    toast({ title, ...more });
  });
const pass = (ms: number) =>
  act(() => {
    vi.advanceTimersByTime(ms);
  });
const titles = () => shownToasts().map(({ title }) => title);

test("C9 the main list shows only the newest toast", () => {
  say("one");
  say("two");
  expect(titles()).toEqual(["two"]);
  expect(screen.getByRole("status").textContent).toBe("two");
  pass(6000);
  expect(titles()).toEqual([]);
});

test("C9 the stack shows 3 toasts for 4 s each and queues the others", () => {
  for (const title of ["a", "b", "c", "d"]) say(title, { list: "stack" });
  expect(titles()).toEqual(["a", "b", "c"]);
  pass(3999);
  expect(titles()).toEqual(["a", "b", "c"]);
  pass(1);
  expect(titles()).toEqual(["d"]);
  pass(3999);
  expect(titles()).toEqual(["d"]);
  pass(1);
  expect(titles()).toEqual([]);
});

test("C9 the two lists do not replace each other's toasts", () => {
  say("main");
  say("stack", { list: "stack" });
  expect(titles()).toEqual(["main", "stack"]);
});

test("a failure is an alert that stays while hovered and can be closed", () => {
  say("broken", { description: "what to do", tone: "destructive" });
  const alert = screen.getByRole("alert");
  expect(alert.textContent).toBe("brokenwhat to do");
  fireEvent.pointerEnter(alert.parentElement as Element);
  pass(60_000);
  expect(titles()).toEqual(["broken"]);
  fireEvent.click(screen.getByRole("button", { name: "Close" }));
  expect(titles()).toEqual([]);
});

test("a toast shown while a dialog is open is inside the dialog", () => {
  const { unmount } = render(
    <Dialog title="Dialog" closeLabel="Shut" onClose={() => {}}>
      content
    </Dialog>,
  );
  say("hello");
  expect(screen.getByText("hello").closest("dialog")).not.toBeNull();
  unmount();
  expect(screen.getByText("hello").closest("dialog")).toBeNull();
});
