import "./admin.css";
import { createRoot } from "react-dom/client";
import { App } from "./pages/admin/app";

const container = document.getElementById("root");
if (container) createRoot(container).render(<App />);
