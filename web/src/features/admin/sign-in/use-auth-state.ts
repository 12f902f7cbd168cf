import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { cancelled, completeSignIn, isFresh, proven, type SecondStep, signInByPasskey } from "../../../api/account";
import { ApiError, errorCode } from "../../../api/errors";
import { type NewAccount, type NewPassword, resetPassword, setUp } from "../../../api/links";
import { type Credentials, sessionQuery, signIn, signOut, wordsKey } from "../../../api/queries";
import type { Need, Session, User } from "../../../api/types";
import { dropAll, forgotten } from "../../../lib/kept";

/** "ended": the session ended while this page was open. Drafts must survive until the owner signs in again. */
type Status = "checking" | "unreachable" | "in" | "ended" | "out";

export type Auth = {
  status: Status;
  user: User | null;
  error: string;
  check: () => void;
  /** The owner must set up a second factor first; nothing else is accessible. */
  mustSetUp: boolean;
  /** The second factors that complete a sign-in; empty if none is under way. */
  needs: readonly Need[];
  /** Resolves with true if the sign-in is complete. */
  signIn: (credentials: Credentials) => Promise<boolean>;
  completeSignIn: (step: SecondStep) => Promise<void>;
  signInByPasskey: (credential: unknown) => Promise<void>;
  /** Creates the account at a setup link. */
  setUp: (account: NewAccount) => Promise<void>;
  /** Chooses a new password at a reset link; a second factor may be needed after it. */
  resetPassword: (choice: NewPassword) => Promise<void>;
  /** Returns from the second step to the password. */
  startAgain: () => Promise<void>;
  signOut: () => Promise<void>;
  /** Gives up an ended session instead of signing in again. */
  leave: () => void;
  /** A call waits for a confirmation of identity. */
  unconfirmed: boolean;
  /** Ends the confirmation: if it was not given, the waiting calls fail as cancelled. */
  settle: (given: boolean) => void;
  /** Runs a call. If the session has ended or needs a confirmation, waits for that and retries the call. */
  keepSession: <T>(call: () => Promise<T>) => Promise<T>;
};

type Waiting = { resolve: () => void; reject: (error: ApiError) => void };
const waitIn = (line: Waiting[]) => new Promise<void>((resolve, reject) => line.push({ resolve, reject }));

const signedOut: Session = {};
const nothing: readonly Need[] = [];

/** Queries whose data is not the owner's. All others are removed on sign-out and refetched after signing in. */
const everybodys = new Set<unknown>([sessionQuery.queryKey[0], wordsKey]);
const owners = ({ queryKey }: { queryKey: readonly unknown[] }) => !everybodys.has(queryKey[0]);

export function useAuthState(): Auth {
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery(sessionQuery);
  const [known, setKnown] = useState<User | null>(null);
  const [unconfirmed, setUnconfirmed] = useState(false);
  const waiting = useRef<Waiting[]>([]);
  const unproven = useRef<Waiting[]>([]);

  const user = data?.user ?? null;
  if (user && user.email !== known?.email) setKnown(user);

  // Signed in again, possibly in another tab: waiting calls resume.
  const signedIn = user !== null;
  useEffect(() => {
    if (!signedIn) return;
    for (const { resolve } of waiting.current.splice(0)) resolve();
  }, [signedIn]);

  const setSession = (session: Session) => {
    // A response under way describes the previous session.
    void queries.cancelQueries({ queryKey: sessionQuery.queryKey });
    queries.setQueryData(sessionQuery.queryKey, session);
  };

  const enter = (session: Session): boolean => {
    setSession(session);
    if (!session.user) return false;
    void queries.invalidateQueries({ predicate: owners });
    return true;
  };

  const settle = (given: boolean) => {
    setUnconfirmed(false);
    for (const { resolve, reject } of unproven.current.splice(0)) {
      if (given) resolve();
      else reject(new ApiError(cancelled));
    }
  };

  const forget = () => {
    dropAll();
    setKnown(null);
    setSession(signedOut);
    queries.removeQueries({ predicate: owners });
    for (const { reject } of waiting.current.splice(0)) reject(new ApiError("signed_out"));
    settle(false);
  };

  // Other tabs share the session, so their drafts are deleted, too.
  const everywhere = useEffectEvent(forget);
  const tabs = useRef<BroadcastChannel>(undefined);
  useEffect(() => {
    const channel = new BroadcastChannel(forgotten);
    channel.addEventListener("message", () => everywhere());
    tabs.current = channel;
    return () => channel.close();
  }, []);
  const goAway = () => {
    forget();
    tabs.current?.postMessage(forgotten);
  };

  const keepSession: Auth["keepSession"] = async (call) => {
    for (let doubted = false; ; ) {
      try {
        return await call();
      } catch (failure) {
        switch (errorCode(failure)) {
          case "signed_out":
            // The call may have used the old token, because a confirmation rotated it meanwhile.
            await proven();
            if (!doubted && (await refetch()).data?.user) {
              doubted = true;
              break;
            }
            setSession(signedOut);
            await waitIn(waiting.current);
            break;
          case "unconfirmed":
            setUnconfirmed(true);
            await waitIn(unproven.current);
            break;
          default:
            throw failure;
        }
      }
    }
  };

  // Queries may need a confirmation, too, if they return more data than everyday work needs.
  const proveToRead = useEffectEvent(async () => {
    if (unproven.current.length > 0) return;
    try {
      await keepSession(isFresh);
    } catch {
      return; // the screen shows the error and a retry button
    }
    await queries.refetchQueries({ predicate: ({ state }) => errorCode(state.error) === "unconfirmed" });
  });
  useEffect(
    () =>
      queries.getQueryCache().subscribe((event) => {
        const failed = event.type === "updated" && event.action.type === "error" && event.action.error;
        if (failed && errorCode(failed) === "unconfirmed") void proveToRead();
      }),
    [queries],
  );

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
    mustSetUp: data?.mustSetUp ?? false,
    needs: data?.needs ?? nothing,
    signIn: async (credentials) => enter(await signIn(credentials)),
    completeSignIn: async (step) => {
      try {
        enter(await completeSignIn(step));
      } catch (failure) {
        // The password was entered too long ago: ask for it again.
        if (errorCode(failure) === "signed_out") setSession(signedOut);
        throw failure;
      }
    },
    signInByPasskey: async (credential) => {
      enter(await signInByPasskey(credential));
    },
    setUp: async (account) => {
      enter(await setUp(account));
    },
    resetPassword: async (choice) => {
      enter(await resetPassword(choice));
    },
    startAgain: async () => {
      await signOut();
      setSession(signedOut);
    },
    signOut: async () => {
      await signOut();
      goAway();
    },
    leave: goAway,
    unconfirmed,
    settle,
    keepSession,
  };
}
