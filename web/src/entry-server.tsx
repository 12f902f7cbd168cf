import type { ComponentType } from "react";
import { renderToStaticMarkup, renderToString } from "react-dom/server";
import type { Boot } from "./api/types";
import { blockIcons, pathOf } from "./features/admin/block-icons";
import { managerKeys } from "./features/admin/collections";
import { pageKeys, screenKeys } from "./features/admin/screens";
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
import { Page as Services } from "./pages/services";
import { Page as Unavailable } from "./pages/unavailable";
import { adminPath, dashboardPath, editPath, notMePath, ownPath, resetPath, setupPath } from "./paths";

const pages: Record<Boot["page"], ComponentType> = {
  home: Home,
  services: Services,
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
  /** The paths of the owner's app, as JSON. The server answers every other path with 404. */
  var adminPaths: () => string;
  /** The SVG path of each icon that an owner can choose for a link, as JSON. A page carries only the icons it shows. */
  var glyphs: () => string;
}

globalThis.adminPaths = () =>
  JSON.stringify([
    adminPath,
    dashboardPath,
    setupPath,
    resetPath,
    notMePath,
    ...screenKeys.map(editPath),
    ...managerKeys.map(editPath),
    ...pageKeys.map(ownPath),
  ]);

globalThis.glyphs = () =>
  JSON.stringify(
    Object.fromEntries(
      Object.entries(blockIcons).map(([name, Icon]) => [name, pathOf(renderToStaticMarkup(<Icon />))]),
    ),
  );

globalThis.renderPage = (bootJson) => {
  const boot = JSON.parse(bootJson) as Boot;
  return renderToString(<PublicPage boot={boot} page={pages[boot.page]} />);
};
