import { type FormToken, openForm } from "../../api/leads";

/** Programs answer at once; the server counts from when it made the token, so a little is added for the way back. */
const slackMs = 250;

type Opened = { form: FormToken; at: number };

let opened: Promise<Opened> | undefined;

async function open(): Promise<Opened> {
  const form = await openForm();
  return { form, at: Date.now() };
}

/** Called when a form is opened: the token then ages while the visitor types. A failure waits until the form is sent. */
export function openToken(): void {
  opened ??= open();
  opened.catch(() => {
    opened = undefined;
  });
}

/** A token is used once, and expires. */
export function dropToken(): void {
  opened = undefined;
}

async function pause(ms: number): Promise<void> {
  if (ms > 0) await new Promise((resolve) => setTimeout(resolve, ms));
}

/** What the form must send along; whoever types faster than people do waits a moment. */
export async function takeToken(): Promise<{ token: string; solution: string }> {
  openToken();
  let { form, at } = await (opened as Promise<Opened>);
  if (Date.now() - at > form.liveMs - slackMs) {
    dropToken();
    ({ form, at } = await open());
    opened = Promise.resolve({ form, at });
  }
  const solution = form.puzzles > 0 ? await import("./puzzle").then(({ solve }) => solve(form)) : "";
  await pause(at + form.waitMs + slackMs - Date.now());
  return { token: form.token, solution };
}
