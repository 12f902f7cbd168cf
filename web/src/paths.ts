export const homePath = "/";
export const blogPath = "/blog";
export const adminPath = "/admin";
export const dashboardPath = "/admin/dashboard";

export const editPath = (screen: string) => `/admin/edit-${screen}`;

/** An owner's page that edits no fields. */
export const ownPath = (page: string) => `/admin/${page}`;

/** A public path in the language of the given home page. */
export const within = (home: string, path: string) => (home === homePath ? path : home + path);
