import "./public.css";
import type { ComponentType } from "react";
import { followPage } from "./api/follow-page";
import type { Boot } from "./api/types";
import { dress } from "./lib/dress";
import { prefetchOnIntent } from "./lib/prefetch";

/** Form pages are plain HTML and load no script. */
type Live = Exclude<Boot["page"], "form">;

const pages: Record<Live, () => Promise<{ Page: ComponentType }>> = {
  home: () => import("./pages/home"),
  services: () => import("./pages/services"),
  service: () => import("./pages/service"),
  portfolio: () => import("./pages/portfolio"),
  project: () => import("./pages/project"),
  blog: () => import("./pages/blog"),
  post: () => import("./pages/post"),
  download: () => import("./pages/download"),
  privacy: () => import("./pages/privacy"),
  notFound: () => import("./pages/not-found"),
  unavailable: () => import("./pages/unavailable"),
};

/** A page has only the styles that draw its own theme and backdrop. */
const stylesOf = ({ shell: { frame, backdrop } }: Boot) => JSON.stringify([frame, backdrop?.kind]);

async function start(): Promise<void> {
  const container = document.getElementById("root");
  const json = document.getElementById("boot")?.textContent;
  if (!container || !json) return;
  const boot = JSON.parse(json) as Boot;
  // Loaded in parallel but run as separate tasks, so that no single task delays input.
  const [{ mount }, { Page }] = await Promise.all([import("./mount"), pages[boot.page as Live]()]);
  const show = mount(container, boot, Page);
  let { look } = boot.shell;
  followPage(boot, async (next) => {
    if (stylesOf(boot) !== stylesOf(next)) return location.reload();
    show(next, (await pages[next.page as Live]()).Page);
    if (next.shell.look === look) return;
    ({ look } = next.shell);
    dress(document, look);
  });
  prefetchOnIntent();
}

void start();
