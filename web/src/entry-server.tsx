import type { ComponentType } from "react";
import { renderToString } from "react-dom/server";
import type { Boot } from "./api/types";
import { Page as Home } from "./pages/home";
import { Page as NotFound } from "./pages/not-found";
import { PublicPage } from "./pages/public-page";

const pages: Record<Boot["page"], ComponentType> = { home: Home, notFound: NotFound };

declare global {
  var renderPage: (bootJson: string) => string;
}

globalThis.renderPage = (bootJson) => {
  const boot = JSON.parse(bootJson) as Boot;
  return renderToString(<PublicPage boot={boot} page={pages[boot.page]} />);
};
