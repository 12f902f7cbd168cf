import type { Lang } from "../lib/lang";
import { answer, client } from "./client";

export const fetchProject = (id: string, lang: Lang) =>
  answer(client.GET("/api/v1/portfolio/{id}", { params: { path: { id }, query: { lang } } }));
