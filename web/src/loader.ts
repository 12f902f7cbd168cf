// Runs in <head>, before anything is painted: every byte of it is in the first response.
import type { Visit } from "./lib/visit";

const page = document;
const here = location;
const on = addEventListener;
const html = page.documentElement;
const { entry, counted, tail, opens } = html.dataset;

/** What is remembered of a visitor: a language, and the channel that led them here while the tab is open. */
let chosen = {} as Storage;
let tab = {} as Storage;
try {
  chosen = localStorage;
  tab = sessionStorage;
} catch {
  // Storage can be forbidden; then all of it ends with the page.
}

/** Asked for together: each found only when the one that names it has come, they would take a journey each. */
function fetchAhead(scripts: "chunks" | "dialogs") {
  for (const href of html.dataset[scripts]?.match(/\S+/g) ?? [])
    page.head.append(Object.assign(page.createElement("link"), { rel: "modulepreload", href }));
  delete html.dataset[scripts];
}

/** An English page that other languages have, too, says what follows their name in the address. */
const moves = tail != null && /^(hi|gu)$/.test(chosen.language);

/** What the server is told of this view. Its name is in no storage: nobody is known again by it. */
let told: Visit | undefined;

function send() {
  if (told?.e[0] && navigator.sendBeacon?.("/api/v1/visits", JSON.stringify(told))) {
    told.n += told.e.length;
    told.e = [];
  }
}

/** Somebody sees the page. A blank before the channel's name: they came from outside, and no view has told so yet. */
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
    window.__visit = told = {
      p: here.pathname,
      s,
      f: +s.startsWith(" "),
      t: Math.random() * 2 ** 53, // whole: every engine draws one of so many numbers
      n: 0,
      e: [["view"], ...(opens ? [["open", opens]] : [])],
    };
  }
}

// What is drawn ahead was seen by nobody yet.
if (!page.prerendering) see();
// It is left, or shown at last.
on("visibilitychange", () => {
  if (!told) see();
  send();
});

if (moves) {
  html.hidden = true;
} else {
  let alone = false;
  /** A module runs once, however often it is asked for; one that did not arrive is asked for again. */
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
    told?.e.push(event);
    send();
  };

  const press = (event: MouseEvent) => {
    if (event.button > 1) return;
    const target = event.target as Element;
    const link = target.closest<HTMLAnchorElement>("a:not([data-lang],[data-share])");
    // Once, though it is pressed twice in a row, or again by the page; without what follows its path.
    if (link && event.isTrusted && event.detail < 2) __count?.("tap", link.href.split(/[?#]/)[0]);
    const pressed = target.closest<HTMLElement>("a[data-lang],a[data-file],[aria-haspopup],button,summary");
    const { lang, file } = pressed?.dataset ?? {};
    if (lang) chosen.language = lang;
    // Who wants it in another tab or window gets it there.
    if (!pressed || lang || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
    // A dialog may have to be fetched; the page takes the sign away when it is there.
    if (pressed.ariaHasPopup) {
      pressed.ariaBusy = "true";
      fetchAhead("dialogs");
    }
    if (!__early) return;
    // In-app browsers drop downloads without a word; the page will explain, once it can.
    if (file != null) {
      if (!/Instagram|FBA[NV]|FB_IAB/.test(navigator.userAgent)) return;
      event.preventDefault();
    }
    // What has a page of its own for browsers without script waits for the script, unless that cannot be had.
    if (((pressed as HTMLButtonElement).form?.method === "get" || pressed.matches("a[aria-haspopup]")) && !alone)
      event.preventDefault();
    __early.push({ target: pressed, time: event.timeStamp });
  };

  window.__early = [];
  for (const type of ["pointerdown", "keydown", "focusin"]) on(type, start, true);
  on("click", press, true);
  on("auxclick", press, true);

  // It follows the load event, and comes again with a page that was kept aside. Safari knows no idling, and a busy phone
  // may never idle: it waits a second at most.
  on("pageshow", ({ persisted }) => {
    if (persisted) see();
    const idle: typeof requestIdleCallback = window.requestIdleCallback ?? setTimeout;
    idle(start, { timeout: 1e3 });
  });
  // A picture's own load event reaches the document, but not the window.
  page.addEventListener(
    "load",
    ({ target }) => {
      const { dataset } = target as HTMLElement;
      if (dataset.reveal != null) dataset.loaded = "";
    },
    true,
  );
}
