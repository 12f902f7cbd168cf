// Generated from locales.All by `make generate`; do not edit.
export const langs = ["en", "hi", "gu"] as const;
/** The languages other than English. */
export const translated = ["hi", "gu"] as const;
