/**
 * The service worker of the owner's app. It handles requests under /admin only. It caches the app's files, so that the
 * app opens at once and offline. It never caches API responses, because that would leave visitors' messages on a phone.
 */
import { files, version } from "virtual:admin-files";
import { adminPath } from "./paths";

/** Types that a service worker has and a page does not. The rest of the project uses the DOM types. */
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

/** Bypasses the HTTP cache for the document only; the other files have a content hash in their names. */
async function fill(): Promise<void> {
  const cache = await caches.open(current);
  await cache.addAll([...files, new Request(adminPath, { cache: "reload" })]);
  await worker.skipWaiting();
}

/** Keeps the previous version's cache, because a tab opened earlier may still request its files. */
async function tidy(): Promise<void> {
  const own = (await caches.keys()).filter((name) => name.startsWith(prefix) && name !== current);
  await Promise.all(own.slice(0, -1).map((name) => caches.delete(name)));
  await worker.clients.claim();
}

async function kept(path: string, request: Request): Promise<Response> {
  const found = (await caches.match(path, { cacheName: current })) ?? (await caches.match(path));
  if (found) return found;
  const answer = await fetch(request);
  // A 404 means that the cached version is gone from the server. Drop it, so that the next start loads the new one.
  if (answer.status === 404) await caches.delete(current);
  return answer;
}
