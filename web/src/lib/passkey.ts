/** Browsers take passkeys under a name only, never under an address of digits. */
export function passkeysWork(): boolean {
  return (
    typeof PublicKeyCredential === "function" &&
    "parseRequestOptionsFromJSON" in PublicKeyCredential &&
    !/^[\d.]+$|:/.test(location.hostname)
  );
}

/** Why a passkey did not come about, other than by the person's own choice. */
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

/** Runs one request at a time: the browser refuses a second while the first waits for autofill. */
async function request(ask: (signal: AbortSignal) => Promise<Credential | null>): Promise<unknown> {
  pending?.abort();
  const own = new AbortController();
  pending = own;
  try {
    const credential = await ask(own.signal);
    return credential instanceof PublicKeyCredential ? credential.toJSON() : undefined;
  } catch (error) {
    // Closed, waited too long, or another request took its place.
    if (named(error, "NotAllowedError", "AbortError")) return undefined;
    throw new PasskeyError(error);
  }
}

/** A new passkey for the server's options; undefined when the person thought better of it. */
export function makePasskey(options: unknown): Promise<unknown> {
  return request((signal) => {
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
      options as PublicKeyCredentialCreationOptionsJSON,
    );
    return navigator.credentials.create({ publicKey, signal });
  });
}

/** The answer of a passkey; "conditional" waits until one is picked among the form's suggestions. */
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
