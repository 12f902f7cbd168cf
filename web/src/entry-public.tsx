import "./public.css";
import type { ComponentType } from "react";
import { followPage } from "./api/follow-page";
import type { Boot } from "./api/types";
import { prefetchOnIntent } from "./lib/prefetch";
import { source } from "./lib/source";

const pages: Record<Boot["page"], () => Promise<{ Page: ComponentType }>> = {
  home: () => import("./pages/home"),
  services: () => import("./pages/services"),
  portfolio: () => import("./pages/portfolio"),
  blog: () => import("./pages/blog"),
  post: () => import("./pages/post"),
  download: () => import("./pages/download"),
  form: () => import("./pages/form"),
  notFound: () => import("./pages/not-found"),
  unavailable: () => import("./pages/unavailable"),
};

async function start(): Promise<void> {
  const container = document.getElementById("root");
  const json = document.getElementById("boot")?.textContent;
  if (!container || !json) return;
  const boot = JSON.parse(json) as Boot;
  // Asked for together, run apart: no single task keeps a finger waiting.
  const [{ mount }, { Page }] = await Promise.all([import("./mount"), pages[boot.page]()]);
  const show = mount(container, boot, Page);
  followPage(boot, async (next) => show(next, (await pages[next.page]()).Page));
  prefetchOnIntent();
  source();
}

void start();
