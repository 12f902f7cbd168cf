/**
 * The service worker of the owner's app, and of nothing else: it answers under /admin only. It keeps the app's own files, so that the
 * app opens at once and without a connection; never an answer of the API, because that would leave people's messages on a phone.
 */
import { files, version } from "virtual:admin-files";
import { adminPath } from "./paths";

/** What a worker has and a page has not; the rest of the project is typed as pages. */
type Worker = {
  addEventListener: <Name extends keyof Events>(name: Name, listener: (event: Events[Name]) => void) => void;
  skipWaiting: () => Promise<void>;
  clients: { claim: () => Promise<void> };
};
type Lasting = { waitUntil: (work: Promise<unknown>) => void };
type Events = {
  install: Lasting;
  activate: Lasting;
  fetch: Lasting & { request: Request; respondWith: (answer: Promise<Response>) => void };
};

const worker = globalThis as unknown as Worker;
const prefix = "admin-";
const current = prefix + version;

worker.addEventListener("install", (event) => event.waitUntil(fill()));

worker.addEventListener("activate", (event) => event.waitUntil(tidy()));

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (request.mode === "navigate" && isScreen(pathname)) event.respondWith(kept(adminPath, request));
  else if (pathname.startsWith("/assets/")) event.respondWith(kept(pathname, request));
});

const isScreen = (path: string) =>
  path === adminPath || (path.startsWith(`${adminPath}/`) && path.length > adminPath.length + 1);

/** The document is asked for anew; the other files carry a hash of what is in them. */
async function fill(): Promise<void> {
  const cache = await caches.open(current);
  await cache.addAll([...files, new Request(adminPath, { cache: "reload" })]);
  await worker.skipWaiting();
}

/** A tab that was opened before may still ask for files of the version before. */
async function tidy(): Promise<void> {
  const own = (await caches.keys()).filter((name) => name.startsWith(prefix) && name !== current);
  await Promise.all(own.slice(0, -1).map((name) => caches.delete(name)));
  await worker.clients.claim();
}

async function kept(path: string, request: Request): Promise<Response> {
  const found = (await caches.match(path, { cacheName: current })) ?? (await caches.match(path));
  if (found) return found;
  const answer = await fetch(request);
  // A file that is neither here nor there belongs to a version that is gone: the next start shall not be of it.
  if (answer.status === 404) await caches.delete(current);
  return answer;
}
