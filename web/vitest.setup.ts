import { BroadcastChannel } from "node:worker_threads";
import { cleanup, configure } from "@testing-library/react";
import { afterEach, beforeEach, expect } from "vitest";

// Queries by role are slow on a busy machine with two cores.
configure({ asyncUtilTimeout: 15_000 });

// A real request, aborted when its test file ends, can keep vitest from ending for five minutes.
let unanswered: string[] = [];
globalThis.fetch = async (input) => {
  unanswered.push(input instanceof Request ? input.url : String(input));
  throw new TypeError("this test has no server");
};

beforeEach(() => {
  unanswered = [];
});

afterEach(() => {
  expect(unanswered, "requests that the test does not answer").toEqual([]);
});

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
