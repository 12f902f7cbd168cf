import { createContext, type ReactNode, useCallback, useContext, useState } from "react";
import { cancelled } from "../../../api/account";
import { ApiError, errorCode } from "../../../api/errors";
import type { Account } from "../../../api/types";
import { useAuth } from "../sign-in/auth";
import { ConfirmDialog } from "./confirm-dialog";

type Confirmed = <T>(call: () => Promise<T>) => Promise<T>;
type Asking = { resolve: () => void; reject: (error: ApiError) => void };

const ConfirmContext = createContext<Confirmed | null>(null);

/** Lets calls through that ask for proof of who is there: it is asked for once, then the call is made again. */
export function ConfirmProvider({ account, children }: { account: Account; children: ReactNode }) {
  const { keepSession, check } = useAuth();
  const [asking, setAsking] = useState<Asking | null>(null);

  const confirmed = useCallback<Confirmed>(
    async (call) => {
      try {
        return await keepSession(call);
      } catch (error) {
        if (errorCode(error) !== "unconfirmed") throw error;
        await new Promise<void>((resolve, reject) => setAsking({ resolve, reject }));
        return await keepSession(call);
      }
    },
    [keepSession],
  );

  const confirm = () => {
    check(); // the session has a new token
    setAsking(null);
    asking?.resolve();
  };

  const giveUp = () => {
    setAsking(null);
    asking?.reject(new ApiError(cancelled));
  };

  return (
    <ConfirmContext value={confirmed}>
      {children}
      {asking && <ConfirmDialog account={account} onConfirmed={confirm} onClose={giveUp} />}
    </ConfirmContext>
  );
}

export function useConfirmed(): Confirmed {
  const confirmed = useContext(ConfirmContext);
  if (!confirmed) throw new Error("useConfirmed must be used within a ConfirmProvider");
  return confirmed;
}
