import "./visit";

/** The channel that led the visitor to this site, nothing about who they are. The loader sets it. */
export const source = (): string => window.__visit?.s.trim() ?? "";
