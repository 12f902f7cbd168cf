import { type FormToken, openForm } from "../../api/leads";

/** The server rejects forms sent too soon after it issued the token. The slack covers the latency of its response. */
const slackMs = 250;

/** The proof of work is solved while the visitor types. */
type Opened = { form: FormToken; at: number; solution: Promise<string> };

let opened: Promise<Opened> | undefined;

async function open(): Promise<Opened> {
  const form = await openForm();
  const solution = form.targets.length > 0 ? import("./puzzle").then(({ solve }) => solve(form)) : Promise.resolve("");
  solution.catch(() => undefined); // takeToken awaits it and reports the error
  return { form, at: Date.now(), solution };
}

/** Called when a form opens, so that the token ages while the visitor types. A failure is reported on submit. */
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

/** The token and its solution. A visitor who types faster than the server's minimum time waits a moment. */
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
