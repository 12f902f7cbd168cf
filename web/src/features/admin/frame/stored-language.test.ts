import { act, renderHook } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { preferLanguage, storeLanguage, useStoredLanguage } from "./stored-language";

test.each([
  ["hi", "hi"],
  ["gu", "gu"],
  ["fr", "en"],
  ["", "en"],
])("C8 a stored %o is read as %s", (stored, lang) => {
  localStorage.setItem("language", stored);
  expect(renderHook(useStoredLanguage).result.current).toBe(lang);
});

test("without a choice the first supported browser language is used; a choice wins", () => {
  vi.spyOn(navigator, "languages", "get").mockReturnValue(["fr-FR", "gu-IN", "hi-IN"]);
  localStorage.clear();
  const { result } = renderHook(useStoredLanguage);
  act(preferLanguage);
  expect(result.current).toBe("gu");
  act(() => storeLanguage("en"));
  act(preferLanguage);
  expect(result.current).toBe("en");
});

test("a choice applies at once, even without storage", () => {
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
