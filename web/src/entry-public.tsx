import "./public.css";
import type { ComponentType } from "react";
import { followPage } from "./api/follow-page";
import type { Boot } from "./api/types";
import { dress } from "./lib/dress";
import { prefetchOnIntent } from "./lib/prefetch";

/** A form's page is complete as it comes, and loads no script. */
type Live = Exclude<Boot["page"], "form">;

const pages: Record<Live, () => Promise<{ Page: ComponentType }>> = {
  home: () => import("./pages/home"),
  services: () => import("./pages/services"),
  portfolio: () => import("./pages/portfolio"),
  project: () => import("./pages/project"),
  blog: () => import("./pages/blog"),
  post: () => import("./pages/post"),
  download: () => import("./pages/download"),
  privacy: () => import("./pages/privacy"),
  notFound: () => import("./pages/not-found"),
  unavailable: () => import("./pages/unavailable"),
};

async function start(): Promise<void> {
  const container = document.getElementById("root");
  const json = document.getElementById("boot")?.textContent;
  if (!container || !json) return;
  const boot = JSON.parse(json) as Boot;
  // Asked for together, run apart: no single task keeps a finger waiting.
  const [{ mount }, { Page }] = await Promise.all([import("./mount"), pages[boot.page as Live]()]);
  const show = mount(container, boot, Page);
  let { look } = boot.shell;
  followPage(boot, async (next) => {
    show(next, (await pages[next.page as Live]()).Page);
    if (next.shell.look === look) return;
    ({ look } = next.shell);
    dress(document, look);
  });
  prefetchOnIntent();
}

void start();
