// Runs in <head>, before anything is painted: every byte of it is in the first response.
const html = document.documentElement;
const { lang, path = "/", entry = "", chunks = "", dialogs = "", localized } = html.dataset;
const ofPage = chunks.match(/\S+/g) ?? [];
const ofDialogs = dialogs.match(/\S+/g) ?? [];

/** Storage can be forbidden; then nothing is remembered. */
function remembered(choice?: string): string {
  try {
    if (choice) localStorage.language = choice;
    return localStorage.language ?? "";
  } catch {
    return "";
  }
}

/** Asked for together: each found only when the one that names it has come, they would take a journey each. */
function fetchAhead(scripts: string[]) {
  for (const href of scripts.splice(0))
    document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href }));
}

const wanted = remembered();

if (localized != null && lang === "en" && /^(hi|gu)$/.test(wanted)) {
  html.hidden = true;
  location.replace(`/${wanted}${path === "/" ? "" : path}${location.search}${location.hash}`);
} else {
  let alone = false;
  /** A module runs once, however often it is asked for; one that did not arrive is asked for again. */
  const start = () => {
    fetchAhead(ofPage);
    if (entry)
      import(/* @vite-ignore */ entry).catch(() => {
        alone = true;
        for (const { target } of window.__early ?? []) target.ariaBusy = null;
      });
  };

  window.__early = [];
  for (const type of ["pointerdown", "keydown", "focusin"]) addEventListener(type, start, true);

  addEventListener(
    "click",
    (event) => {
      const pressed = (event.target as Element).closest<HTMLElement>(
        "a[data-lang],a[data-file],[aria-haspopup],button,summary",
      );
      const { lang, file } = pressed?.dataset ?? {};
      if (lang) remembered(lang);
      // Who wants it in another tab or window gets it there.
      if (!pressed || lang || event.metaKey || event.ctrlKey || event.shiftKey) return;
      // A dialog may have to be fetched; the page takes the sign away when it is there.
      if (pressed.ariaHasPopup) {
        pressed.ariaBusy = "true";
        fetchAhead(ofDialogs);
      }
      if (!window.__early) return;
      // In-app browsers drop downloads without a word; the page will explain, once it can.
      if (file != null) {
        if (!/Instagram|FBA[NV]|FB_IAB/.test(navigator.userAgent)) return;
        event.preventDefault();
      }
      // What has a page of its own for browsers without script waits for the script, unless that cannot be had.
      if (((pressed as HTMLButtonElement).form?.method === "get" || pressed.matches("a[aria-haspopup]")) && !alone)
        event.preventDefault();
      window.__early.push({ target: pressed, time: event.timeStamp });
    },
    true,
  );

  // Safari is never idle.
  addEventListener("load", () => (window.requestIdleCallback ?? setTimeout)(start));
  // A picture's own load event reaches the document, but not the window.
  document.addEventListener(
    "load",
    ({ target }) => {
      const { dataset } = target as HTMLElement;
      if (dataset.reveal != null) dataset.loaded = "";
    },
    true,
  );

  addEventListener("DOMContentLoaded", () => {
    if (document.querySelector("#root[data-client]")) start();
  });
}

export type {};
