import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { ApiError, errorCode } from "../../api/errors";
import { type Credentials, sessionQuery, signIn, signOut, siteKey } from "../../api/queries";
import type { Session, User } from "../../api/types";

/** "ended": signed in a moment ago on this very page, and no longer; what is typed must survive signing in again. */
type Status = "checking" | "unreachable" | "in" | "ended" | "out";

export type Auth = {
  status: Status;
  user: User | null;
  error: string;
  check: () => void;
  signIn: (credentials: Credentials) => Promise<void>;
  signOut: () => Promise<void>;
  /** Gives an ended session up instead of signing in again. */
  leave: () => void;
  /** Runs a call; if the session has ended meanwhile, waits for a new one and runs it again. */
  keepSession: <T>(call: () => Promise<T>) => Promise<T>;
};

const signedOut: Session = {};

export function useAuthState(): Auth {
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery(sessionQuery);
  const [known, setKnown] = useState<User | null>(null);
  const waiting = useRef<{ resolve: () => void; reject: (error: ApiError) => void }[]>([]);

  const user = data?.user ?? null;
  if (user && user.email !== known?.email) setKnown(user);

  const settle = (how: "resolve" | "reject") => {
    for (const waiter of waiting.current.splice(0)) waiter[how](new ApiError("signed_out"));
  };

  const setSession = (session: Session) => {
    // An answer still on its way describes the session before this one.
    void queries.cancelQueries({ queryKey: sessionQuery.queryKey });
    queries.setQueryData(sessionQuery.queryKey, session);
  };

  const forget = () => {
    setKnown(null);
    setSession(signedOut);
    queries.removeQueries({ queryKey: siteKey });
    settle("reject");
  };

  const status = (): Status => {
    if (!data) return error ? "unreachable" : "checking";
    if (user) return "in";
    return known ? "ended" : "out";
  };

  return {
    status: status(),
    user: user ?? known,
    error: errorCode(error),
    check: () => void refetch(),
    signIn: async (credentials) => {
      setSession(await signIn(credentials));
      void queries.invalidateQueries({ queryKey: siteKey });
      settle("resolve");
    },
    signOut: async () => {
      await signOut();
      forget();
    },
    leave: forget,
    keepSession: async (call) => {
      try {
        return await call();
      } catch (failure) {
        if (errorCode(failure) !== "signed_out") throw failure;
        setSession(signedOut);
        await new Promise<void>((resolve, reject) => waiting.current.push({ resolve, reject }));
        return await call();
      }
    },
  };
}
