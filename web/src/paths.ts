export const homePath = "/";
export const blogPath = "/blog";
export const quotePath = "/services/quote";
export const requestPath = "/portfolio/request";
export const adminPath = "/admin";
export const dashboardPath = "/admin/dashboard";

export const editPath = (screen: string) => `/admin/edit-${screen}`;
export const newItemPath = (manager: string) => `${editPath(manager)}?new`;
export const editItemPath = (manager: string, id: string) => `${editPath(manager)}?item=${encodeURIComponent(id)}`;

/** An owner's page that edits no fields. */
export const ownPath = (page: string) => `/admin/${page}`;

export const leadPath = (id: number) => `/admin/inbox?lead=${id}`;

export const historyPath = (subject: string, id: string) => `/admin/history?${new URLSearchParams({ subject, id })}`;
export const screenHistoryPath = (screen: string) => `/admin/history?${new URLSearchParams({ screen })}`;

/** A public path in the language of the given home page. */
export const within = (home: string, path: string) => (home === homePath ? path : home + path);
