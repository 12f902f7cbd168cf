// Runs in <head>, before anything is painted: every byte of it is in the first response.
const html = document.documentElement;
const { lang, path = "/", entry = "", localized } = html.dataset;

/** Storage can be forbidden; then nothing is remembered. */
function remembered(choice?: string): string {
  try {
    if (choice) localStorage.language = choice;
    return localStorage.language ?? "";
  } catch {
    return "";
  }
}

const wanted = remembered();

if (localized != null && lang === "en" && /^(hi|gu)$/.test(wanted)) {
  html.hidden = true;
  location.replace(`/${wanted}${path === "/" ? "" : path}${location.search}${location.hash}`);
} else {
  let alone = false;
  /** A module runs once, however often it is asked for; one that did not arrive is asked for again. */
  const start = () => {
    if (entry)
      import(/* @vite-ignore */ entry).catch(() => {
        alone = true;
      });
  };

  window.__early = [];
  for (const type of ["pointerdown", "keydown", "focusin"]) addEventListener(type, start, true);

  addEventListener(
    "click",
    (event) => {
      const pressed = (event.target as Element).closest<HTMLElement>("a[data-lang],a[data-file],button,summary");
      const { lang, file } = pressed?.dataset ?? {};
      if (lang) remembered(lang);
      else if (pressed && window.__early) {
        // In-app browsers drop downloads without a word; the page will explain, once it can.
        if (file != null) {
          if (!/Instagram|FBA[NV]|FB_IAB/.test(navigator.userAgent)) return;
          event.preventDefault();
        }
        // A button that has a page of its own for browsers without script waits for the script, unless that cannot be had.
        if ((pressed as HTMLButtonElement).form?.method === "get" && !alone) event.preventDefault();
        window.__early.push({ target: pressed, time: event.timeStamp });
      }
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
