import "./admin.css";
import { createRoot } from "react-dom/client";
import { keepApp } from "./features/admin/frame/keep-app";
import { awaitOffer } from "./features/admin/frame/use-install";
import { App } from "./pages/admin/app";

awaitOffer();
keepApp();

const container = document.getElementById("root");
if (container) createRoot(container).render(<App />);
