import { createContext, type ReactNode, useContext } from "react";
import type { Boot } from "./types";

const WebsiteContent = createContext<Boot | null>(null);

export function WebsiteContentProvider({ boot, children }: { boot: Boot; children: ReactNode }) {
  return <WebsiteContent value={boot}>{children}</WebsiteContent>;
}

export function useWebsiteContent(): Boot {
  const boot = useContext(WebsiteContent);
  if (!boot) throw new Error("useWebsiteContent must be used within a WebsiteContentProvider");
  return boot;
}
