import "./public.css";
import type { ComponentType } from "react";
import { followPage } from "./api/follow-page";
import type { Boot } from "./api/types";
import { mount } from "./mount";

const pages: Record<Boot["page"], () => Promise<{ Page: ComponentType }>> = {
  home: () => import("./pages/home"),
  notFound: () => import("./pages/not-found"),
};

async function start(): Promise<void> {
  const container = document.getElementById("root");
  const json = document.getElementById("boot")?.textContent;
  if (!container || !json) return;
  const boot = JSON.parse(json) as Boot;
  const { Page } = await pages[boot.page]();
  const show = mount(container, boot, Page);
  followPage(boot, async (next) => show(next, (await pages[next.page]()).Page));
}

void start();
