import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { ApiError } from "../../../api/errors";
import { keep, kept } from "../../../lib/kept";
import { fakeApi } from "../fake-api";
import { AuthProvider, useAuth } from "./auth";

let api: ReturnType<typeof fakeApi>;
beforeEach(() => {
  api = fakeApi();
});

const credentials = { email: "owner@example.com", password: "seven green lanterns" };
const signedOut = () => Promise.reject(new ApiError("signed_out"));

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

test("A5 the user comes from the server, and an ended session differs from never having signed in", async () => {
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

test("a waiting call fails as signed out if the owner does not sign in again", async () => {
  const auth = signedInHook();
  await waitFor(() => expect(auth.current.status).toBe("in"));
  api.signedIn = false;
  const call = auth.current.keepSession(() => Promise.reject(new ApiError("signed_out")));
  const outcome = expect(call).rejects.toMatchObject({ code: "signed_out" });
  await waitFor(() => expect(auth.current.status).toBe("ended"));
  act(() => auth.current.leave());
  await outcome;
});

test("a call refused because of a rotated session token is retried without signing out", async () => {
  const auth = signedInHook();
  await waitFor(() => expect(auth.current.status).toBe("in"));
  const call = vi.fn().mockRejectedValueOnce(new ApiError("signed_out")).mockResolvedValueOnce("saved");
  expect(await act(() => auth.current.keepSession(call))).toBe("saved");
  expect(auth.current.status).toBe("in");
});

test("A3 with a second factor, sign-in completes only after the code; waiting calls then resume", async () => {
  const auth = signedInHook();
  await waitFor(() => expect(auth.current.status).toBe("in"));
  api.signedIn = false;
  api.needs = ["totp"];
  const call = auth.current.keepSession(() => (api.signedIn ? Promise.resolve("saved") : signedOut()));
  await waitFor(() => expect(auth.current.status).toBe("ended"));
  expect(await act(() => auth.current.signIn(credentials))).toBe(false);
  await waitFor(() => expect(auth.current.needs).toEqual(["totp"]));
  expect(auth.current.status).toBe("ended");
  await expect(auth.current.completeSignIn({ code: "000000" })).rejects.toMatchObject({ code: "bad_credentials" });
  await act(() => auth.current.completeSignIn({ code: "123456" }));
  expect(await call).toBe("saved");
  expect(auth.current.status).toBe("in");
});

test("a code entered too late leads back to the password", async () => {
  api.signedIn = false;
  api.needs = ["totp"];
  const auth = signedInHook();
  await waitFor(() => expect(auth.current.status).toBe("out"));
  await act(() => auth.current.signIn(credentials));
  api.needs = [];
  await act(() =>
    expect(auth.current.completeSignIn({ code: "123456" })).rejects.toMatchObject({ code: "signed_out" }),
  );
  await waitFor(() => expect(auth.current.needs).toEqual([]));
});

test("a waiting call resumes when another tab signs in", async () => {
  const auth = signedInHook();
  await waitFor(() => expect(auth.current.status).toBe("in"));
  api.signedIn = false;
  const call = auth.current.keepSession(() => (api.signedIn ? Promise.resolve("saved") : signedOut()));
  await waitFor(() => expect(auth.current.status).toBe("ended"));
  api.signedIn = true;
  act(() => auth.current.check());
  expect(await call).toBe("saved");
});

test("an unreachable server does not sign the owner out", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("failed to fetch")));
  const auth = signedInHook();
  await waitFor(() => expect(auth.current.status).toBe("unreachable"));
  expect(auth.current.error).toBe("offline");
});

test("drafts survive an expired session and are deleted in all tabs on sign-out", async () => {
  const auth = signedInHook();
  const otherTab = signedInHook();
  await waitFor(() => expect(auth.current.status).toBe("in"));
  await waitFor(() => expect(otherTab.current.status).toBe("in"));
  const typed = () => JSON.stringify([sessionStorage, localStorage]);
  keep("note 7", "Owes us 4,000");
  api.signedIn = false;
  act(() => auth.current.check());
  await waitFor(() => expect(auth.current.status).toBe("ended"));
  expect(typed()).toContain("Owes us");
  api.signedIn = true;
  await act(async () => void (await auth.current.signIn(credentials)));
  expect(kept("note 7")).toBe("Owes us 4,000");
  await act(() => auth.current.signOut());
  expect(typed()).not.toContain("Owes us");
  await waitFor(() => expect(otherTab.current.status).toBe("out"));
});
