// Runs in <head>, before the first paint. Every byte of it is in the first response.
import type { Visit } from "./lib/visit";

const page = document;
const here = location;
const on = addEventListener;
const html = page.documentElement;
const { entry, counted, others, tail, opens } = html.dataset;

/** Stored about a visitor: the language, and, while the tab is open, the channel that led them here. */
let chosen = {} as Storage;
let tab = {} as Storage;
try {
  chosen = localStorage;
  tab = sessionStorage;
} catch {
  // The browser may block storage. Then both values are lost when the page is closed.
}

/** Preloads the scripts in parallel. Otherwise each level of imports would cost one round trip. */
function fetchAhead(scripts: "chunks" | "dialogs") {
  for (const href of html.dataset[scripts]?.match(/\S+/g) ?? [])
    page.head.append(Object.assign(page.createElement("link"), { rel: "modulepreload", href }));
  delete html.dataset[scripts];
}

/**
 * Whether the reader has chosen another language. `data-others` lists the languages that have a prefix; only pages in
 * the primary language have it. `data-tail` is what follows the prefix.
 */
const moves = others?.split(" ").includes(chosen.language);

/** The view as reported to the server. Its random id is never stored, so it cannot identify a returning visitor. */
let visit: Visit | undefined;

function send() {
  if (visit?.e[0] && navigator.sendBeacon?.("/api/v1/visits", JSON.stringify(visit))) {
    visit.n += visit.e.length;
    visit.e = [];
  }
}

/**
 * Records the view. A leading space in `source` means that the visitor came from outside and that no view has reported
 * the source yet.
 */
function see() {
  const query = new URLSearchParams(here.search);
  const campaign = query.get("utm_campaign");
  const host = page.referrer.split("/")[2] ?? "";
  const outside = host !== here.host;
  let s = tab.source ?? (outside ? " " : "");
  if (!s.trim())
    s +=
      (query.get("src") || query.get("utm_source") || (outside ? host.replace(/^www\./, "") : "")) +
      (campaign ? `/${campaign}` : "");
  tab.source = s;
  if (moves) here.replace(`/${chosen.language}${tail}${here.search}${here.hash}`);
  else if (counted != null) {
    tab.source = s.trim();
    window.__visit = visit = {
      p: here.pathname,
      s,
      f: +s.startsWith(" "),
      t: Math.random() * 2 ** 53, // an integer: Math.random() returns multiples of 2 ** -53
      n: 0,
      e: [["view"], ...(opens ? [["open", opens]] : [])],
    };
  }
}

// Nobody has seen a prerendered page yet.
if (!page.prerendering) see();
// The page is hidden, or a prerendered page is shown.
on("visibilitychange", () => {
  if (!visit) see();
  send();
});

if (moves) {
  html.hidden = true;
} else {
  let alone = false;
  /** Safe to call repeatedly: a loaded module does not run again, and a failed import is retried. */
  const start = () => {
    send();
    fetchAhead("chunks");
    if (entry)
      import(/* @vite-ignore */ entry).catch(() => {
        alone = true;
        for (const { target } of __early ?? []) target.ariaBusy = null;
      });
  };

  window.__count = (...event) => {
    visit?.e.push(event);
    send();
  };

  const press = (event: MouseEvent) => {
    if (event.button > 1) return;
    const target = event.target as Element;
    const link = target.closest<HTMLAnchorElement>("a:not([data-lang],[data-share])");
    // Counts a double click, or a click replayed by the page, once. The query and fragment are not reported.
    if (link && event.isTrusted && event.detail < 2) __count?.("tap", link.href.split(/[?#]/)[0]);
    const pressed = target.closest<HTMLElement>("a[data-lang],a[data-file],[aria-haspopup],button,summary");
    const { lang, file } = pressed?.dataset ?? {};
    if (lang) chosen.language = lang;
    // Leave clicks that open a new tab or window to the browser.
    if (!pressed || lang || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
    // The dialog's code may still have to load. The page removes aria-busy when the dialog opens.
    if (pressed.ariaHasPopup) {
      pressed.ariaBusy = "true";
      fetchAhead("dialogs");
    }
    if (!__early) return;
    // In-app browsers drop downloads silently. The page explains this once its script runs.
    if (file != null) {
      if (!/Instagram|FBA[NV]|FB_IAB/.test(navigator.userAgent)) return;
      event.preventDefault();
    }
    // An element with a fallback page for browsers without script waits for the script, unless that failed to load.
    if (((pressed as HTMLButtonElement).form?.method === "get" || pressed.matches("a[aria-haspopup]")) && !alone)
      event.preventDefault();
    __early.push({ target: pressed, time: event.timeStamp });
  };

  window.__early = [];
  for (const type of ["pointerdown", "keydown", "focusin"]) on(type, start, true);
  on("click", press, true);
  on("auxclick", press, true);

  // pageshow follows the load event and fires again when the page comes from the back/forward cache. Safari has no
  // requestIdleCallback. A busy phone may never be idle, so the wait is limited to one second.
  on("pageshow", ({ persisted }) => {
    if (persisted) see();
    const idle: typeof requestIdleCallback = window.requestIdleCallback ?? setTimeout;
    idle(start, { timeout: 1e3 });
  });
  // A picture's load event does not bubble; capturing listeners of the document receive it, those of the window do not.
  page.addEventListener(
    "load",
    ({ target }) => {
      const { dataset } = target as HTMLElement;
      if (dataset.reveal != null) dataset.loaded = "";
    },
    true,
  );
}
