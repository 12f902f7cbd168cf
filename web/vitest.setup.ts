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

// What the environment has not: tabs that hear each other, those of one file and not of the one tested beside it.
const file = crypto.randomUUID();
class Tabs extends BroadcastChannel {
  constructor(name: string) {
    super(`${file} ${name}`);
  }
}
Object.assign(globalThis, { BroadcastChannel: Tabs });
