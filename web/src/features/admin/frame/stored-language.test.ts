import { act, renderHook } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { storeLanguage, useStoredLanguage } from "./stored-language";

test.each([
  ["hi", "hi"],
  ["gu", "gu"],
  ["fr", "en"],
  ["", "en"],
])("C8 a stored %o is read as %s", (stored, lang) => {
  localStorage.setItem("language", stored);
  expect(renderHook(useStoredLanguage).result.current).toBe(lang);
});

test("a choice is kept and seen at once, even where storage is forbidden", () => {
  const { result } = renderHook(useStoredLanguage);
  act(() => storeLanguage("gu"));
  expect(result.current).toBe("gu");
  expect(localStorage.getItem("language")).toBe("gu");

  const forbidden = () => {
    throw new DOMException("denied", "SecurityError");
  };
  vi.stubGlobal("localStorage", { getItem: forbidden, setItem: forbidden, clear: () => {} });
  act(() => storeLanguage("hi"));
  expect(result.current).toBe("hi");
});
