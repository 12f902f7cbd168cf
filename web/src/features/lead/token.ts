import { type FormToken, openForm } from "../../api/leads";

/** Programs answer at once; the server counts from when it made the token, so a little is added for the way back. */
const slackMs = 250;

/** The solution is looked for while the visitor types. */
type Opened = { form: FormToken; at: number; solution: Promise<string> };

let opened: Promise<Opened> | undefined;

async function open(): Promise<Opened> {
  const form = await openForm();
  const solution = form.targets.length > 0 ? import("./puzzle").then(({ solve }) => solve(form)) : Promise.resolve("");
  solution.catch(() => undefined); // it is asked for when the form is sent
  return { form, at: Date.now(), solution };
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
  let now = await (opened as Promise<Opened>);
  if (Date.now() - now.at > now.form.liveMs - slackMs) {
    opened = open();
    now = await opened;
  }
  const solution = await now.solution;
  await pause(now.at + now.form.waitMs + slackMs - Date.now());
  return { token: now.form.token, solution };
}
