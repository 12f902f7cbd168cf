import type { Lang } from "../lib/lang";
import { answer, client } from "./client";

export const fetchPortfolio = (lang: Lang) => answer(client.GET("/api/v1/portfolio", { params: { query: { lang } } }));
