import { type MouseEvent, useLayoutEffect, useState } from "react";
import { type Location, NavigationType, useLocation, useNavigate, useNavigationType } from "react-router";
import { forgotten } from "../../../lib/kept";
import { dismissToast, shownToasts } from "../../../lib/toast";
import { dashboardPath } from "../../../paths";

/** How a screen was left: how far it was scrolled, and which of the links to the same address was pressed. */
type Place = { y: number; href?: string; nth?: number };

const name = "places";

/** What a tab's link carries: it leads to the tab as it was left. */
export const byTab = { tab: true } as const;
const holdMs = 4000;

/** `places` by the key of a visit to a screen; `trail` are the addresses of this tab's visits, one after the other. */
type Memory = { places: Record<string, Place>; trail: (string | null)[] };

/** Who typed an address comes from nowhere; who reloads, or comes back from the public page, comes from where they were. */
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
/** How each address was left last, for who returns to it by its tab. */
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

/** The newest toast at the time a screen was entered. */
let told = 0;

/** A save's toast comes along to where the save leads, and no further. */
function leaveToasts(way: NavigationType) {
  const toasts = shownToasts();
  const old = toasts.filter(({ id, tone, stays }) => id <= told && tone === "default" && !stays);
  if (way === NavigationType.Push) for (const { id } of old) dismissToast(id);
  told = Math.max(told, ...toasts.map(({ id }) => id));
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

/** Scrolls to where a screen was left as soon as it is long enough again, unless its owner does something else first. */
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

/** Remembers how each screen is left, and brings who goes back to the same place. Stands below the screens. */
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

/** The screen from which this one was opened, if it was opened from one. */
function useOrigin(): string | undefined {
  const [origin] = useState(() => memory.trail[index() - 1] ?? undefined);
  return origin;
}

/** Goes back to where this screen was opened from, or to the dashboard. */
export function useReturn(): () => void {
  const navigate = useNavigate();
  const origin = useOrigin();
  return () => void (origin === undefined ? navigate(dashboardPath) : navigate(-1));
}

/** The same as a link. */
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

/** How many steps back the list is to which a form belongs, all of it or a part; 0: the form was not opened from it. */
export function stepsTo(path: string, isForm: (search: URLSearchParams) => boolean = () => false): number {
  const at = index();
  const { trail } = memory;
  const own = trail.findLastIndex((visited, i) => i < at && visited?.split("?")[0] !== path);
  const list = trail.findLastIndex(
    (visited, i) => i > own && i < at && !isForm(new URLSearchParams(visited?.split("?")[1])),
  );
  return list >= 0 ? list - at : 0;
}
