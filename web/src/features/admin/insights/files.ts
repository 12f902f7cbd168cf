import { createContext, useContext } from "react";

/** The URL of a report as a file; null for readers of a shared report. */
export const FileContext = createContext<((report: string) => string) | null>(null);

export const useFiles = () => useContext(FileContext);
