import type { Lang } from "../lib/lang";
import { answer, client } from "./client";

export const fetchPosts = (query: { lang: Lang; offset: number; limit: number }) =>
  answer(client.GET("/api/v1/posts", { params: { query } }));
