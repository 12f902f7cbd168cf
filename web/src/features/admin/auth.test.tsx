import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { ApiError } from "../../api/errors";
import { AuthProvider, useAuth } from "./auth";
import { fakeApi } from "./fake-api";

let api: ReturnType<typeof fakeApi>;
beforeEach(() => {
  api = fakeApi();
});

function signedInHook() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>
      <AuthProvider>{children}</AuthProvider>
    </QueryClientProvider>
  );
  return renderHook(useAuth, { wrapper }).result;
}

test("C7 the auth hook throws outside its provider", () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  expect(() => renderHook(useAuth)).toThrow("useAuth must be used within an AuthProvider");
});

test("A5 the user comes from the server, and a session that goes away is told from one that never was", async () => {
  api.signedIn = false;
  const never = signedInHook();
  await waitFor(() => expect(never.current.status).toBe("out"));

  api.signedIn = true;
  const auth = signedInHook();
  await waitFor(() => expect(auth.current.user?.role).toBe("admin"));
  api.signedIn = false;
  act(() => auth.current.check());
  await waitFor(() => expect(auth.current.status).toBe("ended"));
  act(() => auth.current.leave());
  await waitFor(() => expect(auth.current.status).toBe("out"));
});

test("a call given up by not signing in again fails as signed out", async () => {
  const auth = signedInHook();
  await waitFor(() => expect(auth.current.status).toBe("in"));
  api.signedIn = false;
  const call = auth.current.keepSession(() => Promise.reject(new ApiError("signed_out")));
  const outcome = expect(call).rejects.toMatchObject({ code: "signed_out" });
  await waitFor(() => expect(auth.current.status).toBe("ended"));
  act(() => auth.current.leave());
  await outcome;
});

test("a server that cannot be reached is not a signed-out owner", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("failed to fetch")));
  const auth = signedInHook();
  await waitFor(() => expect(auth.current.status).toBe("unreachable"));
  expect(auth.current.error).toBe("offline");
});
