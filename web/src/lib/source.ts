import "./visit";

/** What led the visitor to this site: a channel's name, nothing about who they are. The page's loader keeps it. */
export const source = (): string => window.__visit?.s.trim() ?? "";
