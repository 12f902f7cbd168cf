import { useAuth } from "./auth";
import { PasswordStep } from "./password-step";
import { SecondStep } from "./second-step";

type Props = { email?: string; onSignedIn?: () => void };

/** Both steps of signing in. The server says which one is due, so that a reload between them loses nothing. */
export function SignInForm({ email = "", onSignedIn }: Props) {
  const { needs } = useAuth();
  return needs.length > 0 ? (
    <SecondStep needs={needs} onSignedIn={onSignedIn} />
  ) : (
    <PasswordStep email={email} onSignedIn={onSignedIn} />
  );
}
