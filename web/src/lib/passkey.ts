/** Browsers support passkeys only under a host name, not under an IP address. */
export function passkeysWork(): boolean {
  return (
    typeof PublicKeyCredential === "function" &&
    "parseRequestOptionsFromJSON" in PublicKeyCredential &&
    !/^[\d.]+$|:/.test(location.hostname)
  );
}

/** A passkey operation that failed, as opposed to being cancelled. */
export class PasskeyError extends Error {
  readonly exists: boolean;

  constructor(cause: unknown) {
    super("passkey", { cause });
    this.exists = named(cause, "InvalidStateError");
  }
}

function named(error: unknown, ...names: string[]): boolean {
  return error instanceof DOMException && names.includes(error.name);
}

let pending: AbortController | undefined;

/** Runs one request at a time: browsers refuse a second one while the first waits for autofill. */
async function request(ask: (signal: AbortSignal) => Promise<Credential | null>): Promise<unknown> {
  pending?.abort();
  const own = new AbortController();
  pending = own;
  try {
    const credential = await ask(own.signal);
    return credential instanceof PublicKeyCredential ? credential.toJSON() : undefined;
  } catch (error) {
    // Cancelled, timed out, or replaced by another request.
    if (named(error, "NotAllowedError", "AbortError")) return undefined;
    throw new PasskeyError(error);
  }
}

/** Creates a passkey; undefined if the person cancelled. */
export function makePasskey(options: unknown): Promise<unknown> {
  return request((signal) => {
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
      options as PublicKeyCredentialCreationOptionsJSON,
    );
    return navigator.credentials.create({ publicKey, signal });
  });
}

/** Requests a passkey assertion; "conditional" waits until one is chosen from the autofill suggestions. */
export function answerWithPasskey(options: unknown, mediation: CredentialMediationRequirement): Promise<unknown> {
  return request((signal) => {
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options as PublicKeyCredentialRequestOptionsJSON);
    return navigator.credentials.get({ publicKey, mediation, signal });
  });
}

export async function autofillWorks(): Promise<boolean> {
  return passkeysWork() && (await PublicKeyCredential.isConditionalMediationAvailable());
}

export function stopAsking(): void {
  pending?.abort();
}
