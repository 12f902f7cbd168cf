import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import { cx } from "../../../lib/cx";
import { dress } from "../../../lib/dress";
import { inert, trusted } from "../../../lib/trusted";
import { ScrollBox } from "./scroll-box";

const hasTexts = ({ childNodes, children }: Element) => childNodes.length > children.length;
const isAlike = (one: Element, other: Element) => one.cloneNode().isEqualNode(other.cloneNode());

/** Replaces only the elements that differ, so that nothing jumps and no picture reloads. Returns the new elements. */
function follow(shown: Element, next: Element): Element[] {
  if (shown.isEqualNode(next)) return [];
  const [old, fresh] = [[...shown.children], [...next.children]];
  const inside = old.length > 0 && old.length === fresh.length && !hasTexts(shown) && !hasTexts(next);
  if (inside && isAlike(shown, next)) return old.flatMap((child, i) => follow(child, fresh[i] as Element));
  shown.replaceWith(next);
  return [next];
}

const seen = "h-[var(--still,min(36rem,75svh))]";

/** The scale of the document: a phone page beside a form. */
const scale = 0.7;

/** The position of an element in the scrolling box. */
type Place = { top: number; left: number; width: number; height: number };

function placeOf(element: Element): Place {
  const { top, left, width, height } = element.getBoundingClientRect();
  const down = element.ownerDocument.defaultView?.scrollY ?? 0;
  return { top: scale * (top + down), left: scale * left, width: scale * width, height: scale * height };
}

/** Scrolls the box, but nothing around it, to an element of the document. */
function reveal(box: HTMLElement | null, element: Element | null | undefined) {
  if (!box || !element) return;
  const { top, height } = placeOf(element);
  const isSeen = top >= box.scrollTop && top + height <= box.scrollTop + box.clientHeight;
  if (!isSeen) box.scrollTop = Math.max(0, height > box.clientHeight ? top : top - (box.clientHeight - height) / 2);
}

/**
 * The box scrolls instead of the document. No script runs in the document, so this style hides the chat button where
 * the page's script would.
 */
const asSeen = "html { scrollbar-width: none } body:has([data-chat]) .chat { display: none }";

type Props<Part extends { element: Element }> = {
  title: string;
  html: string | undefined;
  style?: string | undefined;
  /** The element to scroll to at first. */
  begin: (page: Document) => Element | null | undefined;
  /** The elements that get an overlay. */
  parts?: (page: Document) => Part[];
  children?: (parts: readonly { part: Part; place: Place }[]) => ReactNode;
};

/**
 * A static preview of a document, scrolled to one of its elements. It stays until there is a newer version, and then
 * scrolls to the first difference. Nothing in it is interactive and no script runs: the box around it scrolls, the
 * document follows, and `children` render links over it. `--still` sets the height of the viewport.
 */
export function Still<Part extends { element: Element }>(props: Props<Part>) {
  const { title, html, style = "", begin, parts, children } = props;
  const box = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLIFrameElement>(null);
  const [page, setPage] = useState<Document | null>(null);
  const [drawn, setDrawn] = useState<{ height: number; parts: { part: Part; place: Place }[] }>();
  const measure = useEffectEvent((shown: Document) =>
    setDrawn({
      height: scale * shown.documentElement.scrollHeight,
      parts: (parts?.(shown) ?? [])
        .map((part) => ({ part, place: placeOf(part.element) }))
        .filter(({ place }) => place.height > 0),
    }),
  );
  const start = useEffectEvent((shown: Document) => reveal(box.current, begin(shown)));
  useEffect(() => {
    const { current } = frame;
    if (!html || !current) return;
    if (!current.srcdoc) {
      current.srcdoc = trusted(html);
      return;
    }
    const show = () => {
      const shown = current.contentDocument;
      const next = inert(html);
      if (!shown?.body) return;
      const isOther = shown.documentElement.lang !== next.documentElement.lang;
      shown.documentElement.lang = next.documentElement.lang;
      const [changed] = follow(shown.body, next.body);
      measure(shown);
      if (isOther) start(shown);
      else reveal(box.current, changed);
    };
    show();
    // The first document may still be loading.
    current.addEventListener("load", show, { once: true });
    return () => current.removeEventListener("load", show);
  }, [html]);
  useEffect(() => {
    const shown = frame.current?.contentDocument;
    if (html && shown) dress(shown, style + asSeen);
  }, [html, style]);
  useEffect(() => {
    if (!page) return;
    const sizes = new ResizeObserver(() => measure(page));
    for (const part of [page.documentElement, page.body]) sizes.observe(part);
    return () => sizes.disconnect();
  }, [page]);
  // The position is known only once the box is as tall as the document.
  const isDrawn = page !== null && drawn !== undefined;
  useEffect(() => {
    if (isDrawn) start(page);
  }, [isDrawn, page]);
  return (
    <ScrollBox
      ref={box}
      data-still=""
      onScroll={({ currentTarget }) => frame.current?.contentWindow?.scrollTo(0, currentTarget.scrollTop / scale)}
      className={cx(seen, "relative max-h-full overflow-x-clip overflow-y-auto overscroll-contain")}
    >
      <div className="relative min-h-full" style={{ height: drawn?.height }}>
        <div className={cx(seen, "sticky top-0 overflow-hidden")}>
          <iframe
            ref={frame}
            title={title}
            sandbox="allow-same-origin"
            tabIndex={-1}
            onLoad={() => {
              const shown = frame.current?.contentDocument;
              if (!shown?.body) return;
              dress(shown, style + asSeen);
              setPage(shown);
            }}
            className="pointer-events-none size-[calc(100%/.7)] origin-top-left scale-70"
          />
        </div>
        {drawn && children?.(drawn.parts)}
      </div>
    </ScrollBox>
  );
}
