import type { ComponentType } from "react";
import { renderToString } from "react-dom/server";
import type { Boot } from "./api/types";
import { Page as Blog } from "./pages/blog";
import { Page as Download } from "./pages/download";
import { Page as Form } from "./pages/form";
import { Page as Home } from "./pages/home";
import { Page as NotFound } from "./pages/not-found";
import { Page as Portfolio } from "./pages/portfolio";
import { Page as Post } from "./pages/post";
import { Page as Privacy } from "./pages/privacy";
import { Page as Project } from "./pages/project";
import { PublicPage } from "./pages/public-page";
import { Page as Service } from "./pages/service";
import { Page as Services } from "./pages/services";
import { Page as Unavailable } from "./pages/unavailable";

const pages: Record<Boot["page"], ComponentType> = {
  home: Home,
  services: Services,
  service: Service,
  portfolio: Portfolio,
  project: Project,
  blog: Blog,
  post: Post,
  download: Download,
  privacy: Privacy,
  form: Form,
  notFound: NotFound,
  unavailable: Unavailable,
};

declare global {
  var renderPage: (bootJson: string) => string;
}

globalThis.renderPage = (bootJson) => {
  const boot = JSON.parse(bootJson) as Boot;
  return renderToString(<PublicPage boot={boot} page={pages[boot.page]} />);
};
