import { expect, test, vi } from "vitest";
import { answer, client } from "./client";
import { ApiError, refusal, silence } from "./errors";

test.each([
  [422, { code: "invalid", issues: [{ field: "tagline", code: "too_short", want: "4" }] }, "invalid"],
  [409, { code: "conflict", issues: null }, "conflict"],
  [502, "<html>bad gateway</html>", "unavailable"],
  [500, undefined, "internal"],
])("status %i with body %o becomes the error %s", (status, body, code) => {
  expect(refusal(status, body).code).toBe(code);
});

test("A7 an unanswered call times out", async () => {
  vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => {
    expect(ms).toBe(10_000);
    return AbortSignal.abort(new DOMException("too late", "TimeoutError"));
  });
  vi.stubGlobal("fetch", async (_: Request, { signal }: RequestInit) => {
    signal?.throwIfAborted();
  });
  await expect(answer(client.GET("/api/v1/session"))).rejects.toMatchObject({ code: "timeout" });
});

test('a network failure becomes the error "offline"; an ApiError keeps its code', () => {
  expect(silence(new TypeError("failed to fetch")).code).toBe("offline");
  expect(silence(new ApiError("conflict")).code).toBe("conflict");
});
