import { queryOptions } from "@tanstack/react-query";
import { answer, client } from "./client";

export const backupsQuery = queryOptions({
  queryKey: ["backups"],
  queryFn: () => answer(client.GET("/api/v1/backups")),
});
