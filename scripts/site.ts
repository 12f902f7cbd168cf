// Runs the built binary with its own database, for the end-to-end tests and the measurements.
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { Client, Pool, type QueryResultRow } from "pg";

const binary = join(import.meta.dirname, "../bin/parichay");
const mailbox = join(import.meta.dirname, "../bin/mailbox");
const patience = 30_000;

const owner = { email: "owner@example.com", password: "seven green lanterns" };

export type Site = {
  baseURL: string;
  databaseURL: string;
  /** The folder of the site's pictures. */
  media: string;
  owner: typeof owner;
  /** Everything the process has printed so far. */
  log(): string;
  sql<Row extends QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>;
  /** The same on another database of the server. */
  sqlOn(url: string, text: string, values?: unknown[]): Promise<unknown>;
  /** Sends SIGTERM and waits until the process has ended; "SIGKILL" simulates a crash. */
  stop(signal?: NodeJS.Signals): Promise<void>;
  /** Starts a stopped process on the same port and waits until it is ready. */
  start(): Promise<void>;
  restart(): Promise<void>;
  /** Runs another command of the program with the site's settings and returns its output, which is not in the log. */
  command(args: string[]): Promise<string>;
  /** Stops the process and removes its database and files. */
  close(): Promise<void>;
};

/** The process ended or did not become ready; the message has its output. */
class Ended extends Error {}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      const port = typeof address === "object" && address ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}

export type Mailbox = {
  /** Settings for a site that sends through this server. */
  settings: { PARICHAY_SMTP_URL: string };
  /** The page that shows the received mails, newest first. */
  page: string;
  close(): void;
  /** Makes the server refuse every mail, or accept mails again. */
  refuse(all: boolean): Promise<unknown>;
};

/** Starts a mail server that keeps all mails and shows them on a page. */
export async function openMailbox(): Promise<Mailbox> {
  const [smtp, shown] = [await freePort(), await freePort()];
  const child = spawn(mailbox, [`127.0.0.1:${smtp}`, `127.0.0.1:${shown}`], { stdio: ["ignore", "ignore", "inherit"] });
  const close = () => void child.kill();
  const page = `http://127.0.0.1:${shown}/`;
  process.once("exit", close);
  return {
    settings: { PARICHAY_SMTP_URL: `smtp://127.0.0.1:${smtp}` },
    page,
    close,
    refuse: (all) => fetch(page, { method: all ? "PUT" : "DELETE" }),
  };
}

async function query<Row extends QueryResultRow>(url: string, text: string, values?: unknown[]): Promise<Row[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(text, values)).rows;
  } finally {
    await client.end();
  }
}

/** Resolves with the exit code, or the signal's name. */
function ended(child: ChildProcess): Promise<number | string> {
  const over = child.exitCode ?? child.signalCode;
  if (over !== null) return Promise.resolve(over);
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code, signal) => resolve(code ?? signal ?? 0));
  });
}

/** Starts a site. Passkeys need a host name: `openSite({}, "localhost")`. */
export async function openSite(settings: Record<string, string> = {}, host = "127.0.0.1"): Promise<Site> {
  const server = process.env.PARICHAY_DATABASE_URL;
  if (!server) throw new Error("PARICHAY_DATABASE_URL is not set: run this under scripts/with-postgres");
  const name = `site_${process.pid}_${Math.random().toString(36).slice(2, 8)}`;
  await query(server, `create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  const databaseURL = url.href;
  const home = await mkdtemp(join(tmpdir(), "parichay-site-")); // the key is stored beside the pictures
  const media = join(home, "media");
  await mkdir(media);
  const port = await freePort();
  const baseURL = `http://${host}:${port}`;
  const env = {
    ...process.env,
    PARICHAY_DATABASE_URL: databaseURL,
    PARICHAY_LISTEN: `127.0.0.1:${port}`,
    PARICHAY_BASE_URL: baseURL,
    PARICHAY_MEDIA: `file:${media}`,
    PARICHAY_STOP_DELAY: "0s",
    ...settings,
  };

  // All queries share one connection, because opening one costs more than a query. The pool replaces a closed one.
  const connections = new Pool({ connectionString: databaseURL, max: 1, allowExitOnIdle: true });
  connections.on("error", () => undefined);

  let output = "";
  let running: ChildProcess | undefined;
  const keep = (text: Buffer) => {
    output += text.toString();
  };
  const run = (args: string[], input = ""): ChildProcess => {
    const child = spawn(binary, args, { env, stdio: ["pipe", "pipe", "pipe"] });
    child.stdout.on("data", keep);
    child.stderr.on("data", keep);
    child.stdin.end(input);
    return child;
  };
  const killOnExit = () => running?.kill("SIGKILL");

  const site: Site = {
    baseURL,
    databaseURL,
    media,
    owner,
    log: () => output,
    sql: async <Row extends QueryResultRow>(text: string, values?: unknown[]) =>
      (await connections.query<Row>(text, values)).rows,
    sqlOn: query,
    async stop(signal = "SIGTERM") {
      const child = running;
      running = undefined;
      if (!child) return;
      child.kill(signal);
      const slow = setTimeout(() => child.kill("SIGKILL"), patience);
      await ended(child);
      clearTimeout(slow);
    },
    async start() {
      const child = run(["serve"]);
      running = child;
      const deadline = Date.now() + patience;
      for (;;) {
        const over = child.exitCode ?? child.signalCode;
        if (over !== null) throw new Ended(`parichay serve ended (${over}):\n${output}`);
        const ready = await fetch(`${baseURL}/readyz`).catch(() => undefined);
        if (ready?.status === 200) return;
        if (Date.now() > deadline) throw new Ended(`parichay serve is not ready after ${patience} ms:\n${output}`);
        await sleep(50);
      }
    },
    async restart() {
      await site.stop();
      await site.start();
    },
    command: async (args) => (await promisify(execFile)(binary, args, { env })).stdout,
    async close() {
      await site.stop();
      process.off("exit", killOnExit);
      await connections.end();
      await query(server, `drop database if exists ${name} with (force)`);
      await rm(home, { recursive: true, force: true });
    },
  };

  process.once("exit", killOnExit);
  try {
    const code = await ended(run(["owner", "set", "--email", owner.email, "--password-stdin"], `${owner.password}\n`));
    if (code !== 0) throw new Ended(`parichay owner set ended (${code}):\n${output}`);
    await site.start();
  } catch (error) {
    await site.close();
    throw error;
  }
  return site;
}

/** Signs the owner in. `call` calls the API; `save` saves fields on the newest revision. */
export async function signedIn({ baseURL, owner }: Site) {
  let cookie = "";
  const call = async (method: string, path: string, body?: unknown, key = "") => {
    const headers = {
      "Content-Type": "application/json",
      Origin: baseURL,
      Cookie: cookie,
      ...(key ? { "Idempotency-Key": key } : {}),
    };
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const answer = await fetch(`${baseURL}/api/v1${path}`, { method, headers, ...sent });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer;
  };
  const session = await call("POST", "/session", owner);
  cookie = session.headers
    .getSetCookie()
    .map((text) => text.split(";")[0])
    .join("; ");
  const save = async (site: Record<string, unknown>, translations = {}) => {
    const { revision } = (await (await call("GET", "/site/stored")).json()) as { revision: number };
    await call("PATCH", "/site", { revision, site, translations });
  };
  return { call, save };
}

/** Turns the sample into a real business: it gets a name and contacts, and keeps the sample lists as its own. */
export async function claim(site: Site): Promise<void> {
  const { call, save } = await signedIn(site);
  await save({
    brandName: "Parichay",
    tagline: "A page of one's own",
    shopButtonUrl: "parichay.example/shop",
    contact: {
      phone: "+91 79 0000 0000",
      email: "hello@parichay.example",
      address: "C. G. Road\nAhmedabad, Gujarat 380009\nIndia",
    },
    socialLinks: { instagram: "@parichay", youtube: "@parichay", facebook: "parichay", website: "parichay.example" },
  });
  await call("POST", "/samples", { deed: "keep" });
}
