// Builds and runs the product; rebuilds and restarts it whenever a source file changes. Usage: make dev
import { spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, watch, writeFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");
const home = join(root, ".dev");
const listen = process.env.PARICHAY_LISTEN ?? "127.0.0.1:8080";
const address = process.env.PARICHAY_BASE_URL ?? `http://${listen.replace(/^127\.0\.0\.1/, "localhost")}`;
/** Where the development mail server listens, and where it shows the mails. */
const catcher = { smtp: "127.0.0.1:1025", page: "127.0.0.1:8025" };
const env = {
  ...process.env,
  PARICHAY_LISTEN: listen,
  PARICHAY_BASE_URL: address,
  PARICHAY_STOP_DELAY: "0s",
  PARICHAY_SMTP_URL: process.env.PARICHAY_SMTP_URL ?? `smtp://${catcher.smtp}`,
  PARICHAY_MEDIA: process.env.PARICHAY_MEDIA ?? `file:${join(home, "media")}`,
};
const binary = join(root, "bin/parichay");
const sources = ["web/src", "web/public", "web/vite.config.ts", "locales", "internal", "cmd"];
const ignored = /(_test\.go|\.test\.tsx?|~|\.swp)$/;

mkdirSync(home, { recursive: true });

const build = () =>
  new Promise((resolve) => {
    spawn("make", ["build"], { cwd: root, stdio: "inherit", env: process.env }).on("exit", (code) =>
      resolve(code === 0),
    );
  });

/** The owner of this development site: created once and stored in .dev. */
function owner() {
  const file = join(home, "owner.json");
  if (existsSync(file)) return JSON.parse(readFileSync(file, "utf8"));
  const made = { email: "owner@example.com", password: randomBytes(9).toString("base64url") };
  const args = ["owner", "set", "--email", made.email, "--password-stdin"];
  const done = spawnSync(binary, args, { env, input: `${made.password}\n`, stdio: ["pipe", "inherit", "inherit"] });
  if (done.status !== 0) process.exit(1);
  writeFileSync(file, JSON.stringify(made), { mode: 0o600 });
  return made;
}

/** Starts a mail server that shows the program's mails; none leaves the machine. */
function catchMails() {
  if (process.env.PARICHAY_SMTP_URL) return undefined;
  const built = spawnSync("go", ["build", "-o", "bin/", "./cmd/mailbox"], { cwd: root, stdio: "inherit" });
  if (built.status !== 0) process.exit(1);
  console.log(`dev: mails at http://${catcher.page}`);
  return spawn(join(root, "bin/mailbox"), [catcher.smtp, catcher.page], { stdio: ["ignore", "inherit", "inherit"] });
}

let mailbox;
let server;
let leaving = false;
function stop() {
  const old = server;
  server = undefined;
  if (!old || old.exitCode !== null || old.signalCode !== null) return Promise.resolve();
  old.kill("SIGTERM");
  return new Promise((resolve) => old.once("exit", resolve));
}
function start() {
  server = spawn(binary, ["serve"], { env, stdio: ["ignore", "inherit", "inherit"] });
  server.on("exit", (code, signal) => {
    if (!leaving && server?.exitCode === code && signal !== "SIGTERM")
      console.log(`dev: the server ended (${code ?? signal}); waiting for a change`);
  });
}

let busy = false;
let again = false;
async function refresh(name) {
  if (busy) {
    again = true;
    return;
  }
  busy = true;
  again = false;
  console.log(`dev: ${name} changed`);
  if (await build()) {
    await stop();
    if (!leaving) start();
  }
  busy = false;
  if (again && !leaving) await refresh("more");
}

async function leave() {
  if (leaving) return;
  leaving = true;
  mailbox?.kill();
  await stop();
  process.exit(0);
}
process.on("SIGINT", leave);
process.on("SIGTERM", leave);
process.on("SIGHUP", leave);

if (!(await build())) process.exit(1);
const { email, password } = owner();
mailbox = catchMails();
start();
console.log(`dev: ${address}   admin ${address}/admin   ${email}   ${password}`);
let timer;
for (const source of sources) {
  watch(join(root, source), { recursive: true }, (_, name) => {
    if (ignored.test(name ?? "")) return;
    clearTimeout(timer);
    timer = setTimeout(refresh, 150, name ?? source);
  });
}
