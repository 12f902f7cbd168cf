import { renderHook } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { useWebsiteContent } from "../api/website-content";
import { useLanguage } from "./language";

test.each<[() => unknown, string]>([
  [useWebsiteContent, "useWebsiteContent must be used within a WebsiteContentProvider"],
  [useLanguage, "useLanguage must be used within a LanguageProvider"],
])("C7 %s throws outside its provider", (hook, message) => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  expect(() => renderHook(hook)).toThrow(message);
});
