import { type MouseEvent, useLayoutEffect, useState } from "react";
import { type Location, NavigationType, useLocation, useNavigate, useNavigationType } from "react-router";
import { forgotten } from "../../../lib/kept";
import { dismissToast, shownToasts } from "../../../lib/toast";
import { dashboardPath } from "../../../paths";

/** How a screen was left: scroll position, and the clicked link (the nth with that href). */
type Place = { y: number; href?: string; nth?: number };

const name = "places";

/** Navigation state of a tab's link: restore the tab as it was left. */
export const byTab = { tab: true } as const;
const holdMs = 4000;

/** `places` by history key; `trail` lists the addresses of this browser tab's history entries in order. */
type Memory = { places: Record<string, Place>; trail: (string | null)[] };

/** Restores the memory after a reload or a return from the public page, but not after an address was typed. */
function kept(): Partial<Memory> {
  const [load] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  if (!load || load.type === "navigate") return {};
  try {
    return JSON.parse(sessionStorage.getItem(name) ?? "{}") as Partial<Memory>;
  } catch {
    return {};
  }
}

const memory: Memory = { places: {}, trail: [], ...kept() };
const { places } = memory;
/** How each address was left last, for returning to it by its tab. */
const left: Record<string, Place | undefined> = {};
let here = "";
let address = "";
let comingBack = false;

function keep() {
  try {
    sessionStorage.setItem(name, JSON.stringify(memory));
  } catch {}
}

addEventListener(forgotten, () => {
  for (const key of Object.keys(places)) delete places[key];
  for (const key of Object.keys(left)) delete left[key];
  memory.trail.length = 0;
  keep();
});

/** The id of the newest toast when the current screen was entered. */
let newestToast = 0;

/** A toast follows the owner to the next screen, but no further. */
function leaveToasts(way: NavigationType) {
  const toasts = shownToasts();
  const old = toasts.filter(({ id, tone, stays }) => id <= newestToast && tone === "default" && !stays);
  if (way === NavigationType.Push) for (const { id } of old) dismissToast(id);
  newestToast = Math.max(newestToast, ...toasts.map(({ id }) => id));
}

const index = (): number => (history.state as { idx?: number } | null)?.idx ?? 0;

const linksTo = (href: string) => document.querySelectorAll<HTMLElement>(`main a[href="${CSS.escape(href)}"]`);

function onScroll() {
  if (!comingBack) places[here] = { ...places[here], y: window.scrollY };
}

function onPress({ target }: Event) {
  const link = target instanceof Element ? target.closest("main a[href]") : null;
  const href = link?.getAttribute("href");
  if (!link || !href) return;
  places[here] = { y: window.scrollY, href, nth: [...linksTo(href)].indexOf(link as HTMLElement) };
}

/** Scrolls to the saved position as soon as the screen is tall enough, unless the owner interacts first. */
function comeBack({ y, href, nth = 0 }: Place): () => void {
  const until = new AbortController();
  const stop = () => {
    comingBack = false;
    grown.disconnect();
    clearTimeout(timer);
    until.abort();
  };
  const reach = () => {
    window.scrollTo({ top: y, behavior: "instant" });
    if (Math.abs(window.scrollY - y) > 1) return;
    stop();
    if (href) linksTo(href)[nth]?.focus({ preventScroll: true });
  };
  const grown = new ResizeObserver(reach);
  const timer = setTimeout(stop, holdMs);
  comingBack = true;
  for (const deed of ["wheel", "touchstart", "pointerdown", "keydown"]) addEventListener(deed, stop, until);
  grown.observe(document.body);
  reach();
  return stop;
}

/** Saves and restores scroll position and focus per screen. Rendered after the screens. */
export function Places() {
  const { key, pathname, search, state } = useLocation() as Location<{ tab?: true } | null>;
  const isTab = state?.tab === true;
  const way = useNavigationType();
  useLayoutEffect(() => {
    history.scrollRestoration = "manual";
    const until = new AbortController();
    addEventListener("scroll", onScroll, { passive: true, signal: until.signal });
    addEventListener("click", onPress, { capture: true, signal: until.signal });
    addEventListener("pagehide", keep, until);
    return () => until.abort();
  }, []);
  useLayoutEffect(() => {
    left[address] = places[here];
    here = key;
    leaveToasts(way);
    address = pathname + search;
    const at = index();
    if (way === NavigationType.Push) memory.trail.length = at;
    memory.trail[at] = address;
    const place = way === NavigationType.Pop ? places[key] : isTab ? left[address] : undefined;
    if (place) return comeBack(place);
    places[key] = { y: window.scrollY };
    return undefined;
  }, [key, pathname, search, way, isTab]);
  return null;
}

/** The screen from which this one was opened, if any. */
function useOrigin(): string | undefined {
  const [origin] = useState(() => memory.trail[index() - 1] ?? undefined);
  return origin;
}

/** Returns to the screen that opened this one, or to the dashboard. */
export function useReturn(): () => void {
  const navigate = useNavigate();
  const origin = useOrigin();
  return () => void (origin === undefined ? navigate(dashboardPath) : navigate(-1));
}

/** The same, as props of a link. */
export function useWayBack() {
  const origin = useOrigin();
  const goBack = useReturn();
  const isDashboard = origin === undefined || origin === dashboardPath;
  const onClick = (event: MouseEvent) => {
    if (origin === undefined || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    goBack();
  };
  return { isDashboard, to: origin ?? dashboardPath, onClick };
}

/** The history offset back to a form's list, filtered or not; 0 if the form was not opened from the list. */
export function stepsTo(path: string, isForm: (search: URLSearchParams) => boolean = () => false): number {
  const at = index();
  const { trail } = memory;
  const own = trail.findLastIndex((visited, i) => i < at && visited?.split("?")[0] !== path);
  const list = trail.findLastIndex(
    (visited, i) => i > own && i < at && !isForm(new URLSearchParams(visited?.split("?")[1])),
  );
  return list >= 0 ? list - at : 0;
}
