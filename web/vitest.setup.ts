import { cleanup, configure } from "@testing-library/react";
import { afterEach } from "vitest";

// Two cores of a busy machine are slow at finding things by their role.
configure({ asyncUtilTimeout: 15_000 });

afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
});
