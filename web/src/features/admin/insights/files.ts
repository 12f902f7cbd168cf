import { createContext, useContext } from "react";

/** Where a report comes from as a file; nowhere for those who only read. */
export const FileContext = createContext<((report: string) => string) | null>(null);

export const useFiles = () => useContext(FileContext);
