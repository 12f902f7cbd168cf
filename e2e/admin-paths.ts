// Every address of the owner's side that clause R2 names, and those that came with it.
export const screens = [
  "address",
  "app-download",
  "qr-code",
  "instagram",
  "facebook",
  "linkedin",
  "youtube",
  "twitter",
  "website",
  "whatsapp",
  "phone",
  "email",
  "contact-address",
  "profile-image",
  "brand-name",
  "tagline",
  "shop-button-url",
  "feedback-url",
] as const;

export const adminPaths = [
  "/admin/dashboard",
  ...screens.map((screen) => `/admin/edit-${screen}`),
  "/admin/edit-blog",
  "/admin/edit-portfolio",
  "/admin/edit-services",
  "/admin/send-feedback",
  "/admin/translations",
  "/admin/history",
  "/admin/account",
  "/admin/inbox",
];
