// Generated from locales.All by `make generate`; do not edit.
export const langs = ["en", "hi", "gu", "mr"] as const;
