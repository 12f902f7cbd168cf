import { BroadcastChannel } from "node:worker_threads";
import { cleanup, configure } from "@testing-library/react";
import { afterEach } from "vitest";

// Two cores of a busy machine are slow at finding things by their role.
configure({ asyncUtilTimeout: 15_000 });

afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
});

// What jsdom has not: tabs that hear each other.
Object.assign(globalThis, { BroadcastChannel });
