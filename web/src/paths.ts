export const homePath = "/";
export const adminPath = "/admin";
export const dashboardPath = "/admin/dashboard";

export const editPath = (screen: string) => `/admin/edit-${screen}`;
