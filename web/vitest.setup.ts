import { BroadcastChannel } from "node:worker_threads";
import { cleanup, configure } from "@testing-library/react";
import { afterEach } from "vitest";

// Queries by role are slow on a busy machine with two cores.
configure({ asyncUtilTimeout: 15_000 });

afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
});

// happy-dom has no BroadcastChannel. The random name keeps test files that run in parallel apart.
const file = crypto.randomUUID();
class Tabs extends BroadcastChannel {
  constructor(name: string) {
    super(`${file} ${name}`);
  }
}
Object.assign(globalThis, { BroadcastChannel: Tabs });
