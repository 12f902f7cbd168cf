// Runs in <head>, before anything is painted: every byte of it is in the first response.
const html = document.documentElement;
const { lang, path = "/", entry = "" } = html.dataset;

function stored(): string | null {
  try {
    return localStorage.getItem("language");
  } catch {
    return null;
  }
}

function store(lang: string) {
  try {
    localStorage.setItem("language", lang);
  } catch {}
}

const wanted = stored();

if ("localized" in html.dataset && lang === "en" && (wanted === "hi" || wanted === "gu")) {
  html.hidden = true;
  location.replace(`/${wanted}${path === "/" ? "" : path}${location.search}${location.hash}`);
} else {
  let started = false;
  const start = () => {
    if (started) return;
    started = true;
    import(/* @vite-ignore */ entry).catch(() => {
      started = false;
    });
  };
  const soon = () => ("requestIdleCallback" in window ? requestIdleCallback(start) : setTimeout(start, 200));

  window.__early = [];
  for (const type of ["pointerdown", "keydown", "focusin"]) addEventListener(type, start, true);

  addEventListener(
    "click",
    ({ target, timeStamp }) => {
      const pressed = (target as Element).closest<HTMLElement>("a[data-lang],button,summary");
      if (pressed?.dataset.lang) store(pressed.dataset.lang);
      else if (pressed) window.__early?.push({ target: pressed, time: timeStamp });
    },
    true,
  );

  addEventListener(
    "load",
    ({ target }) => {
      if (target === document) soon();
      else if ((target as Element).matches("[data-reveal]")) (target as Element).setAttribute("data-loaded", "");
    },
    true,
  );

  addEventListener("DOMContentLoaded", () => {
    if (document.querySelector("#root[data-client]")) start();
  });
}

export type {};
