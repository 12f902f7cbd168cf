import { QueryClient } from "@tanstack/react-query";
import { expect, test, vi } from "vitest";
import { sessionQuery } from "./queries";

const user = { email: "owner@example.com", name: "Admin", role: "admin" };

function answering(session: object): string[] {
  const methods: string[] = [];
  vi.stubGlobal("fetch", async (request: Request) => {
    methods.push(request.method);
    return Response.json(session);
  });
  return methods;
}

test.each([
  ["3 checks and a second left", { user, expiresIn: 91 }, ["GET"]],
  ["3 checks left", { user, expiresIn: 90 }, ["GET", "PUT"]],
  ["nobody signed in", {}, ["GET"]],
])("A7 with %s the session check sends %o", async (_, session, expected) => {
  const methods = answering(session);
  await new QueryClient().fetchQuery(sessionQuery);
  expect(methods).toEqual(expected);
});
