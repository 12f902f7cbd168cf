import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import { cx } from "../../../lib/cx";
import { dress } from "../../../lib/dress";
import { inert, trusted } from "../../../lib/trusted";
import { ScrollBox } from "./scroll-box";

const hasTexts = ({ childNodes, children }: Element) => childNodes.length > children.length;
const isAlike = (one: Element, other: Element) => one.cloneNode().isEqualNode(other.cloneNode());

/** Exchanges what differs and nothing else, so that nothing moves and no picture loads again; tells what it was. */
function follow(shown: Element, next: Element): Element[] {
  if (shown.isEqualNode(next)) return [];
  const [old, fresh] = [[...shown.children], [...next.children]];
  const inside = old.length > 0 && old.length === fresh.length && !hasTexts(shown) && !hasTexts(next);
  if (inside && isAlike(shown, next)) return old.flatMap((child, i) => follow(child, fresh[i] as Element));
  shown.replaceWith(next);
  return [next];
}

const seen = "h-[var(--still,min(36rem,75svh))]";

/** How large the document is drawn: a phone's page beside a form. */
const scale = 0.7;

/** Where an element of the document lies in the box that scrolls it. */
type Place = { top: number; left: number; width: number; height: number };

function placeOf(element: Element): Place {
  const { top, left, width, height } = element.getBoundingClientRect();
  const down = element.ownerDocument.defaultView?.scrollY ?? 0;
  return { top: scale * (top + down), left: scale * left, width: scale * width, height: scale * height };
}

/** Scrolls the box to an element of the document, and nothing around it. */
function reveal(box: HTMLElement | null, element: Element | null | undefined) {
  if (!box || !element) return;
  const { top, height } = placeOf(element);
  const isSeen = top >= box.scrollTop && top + height <= box.scrollTop + box.clientHeight;
  if (!isSeen) box.scrollTop = Math.max(0, height > box.clientHeight ? top : top - (box.clientHeight - height) / 2);
}

/** The box scrolls for the document. And what a script keeps away while the same is in sight is not there. */
const asSeen = "html { scrollbar-width: none } body:has([data-chat]) .chat { display: none }";

type Props<Part extends { element: Element }> = {
  title: string;
  html: string | undefined;
  style?: string | undefined;
  /** Where to begin. */
  begin: (page: Document) => Element | null | undefined;
  /** The parts of it over which something lies. */
  parts?: (page: Document) => Part[];
  children?: (parts: readonly { part: Part; place: Place }[]) => ReactNode;
};

/**
 * A document to look at and to scroll, beginning at a part of it. It stays until there is another, and goes where that
 * differs. Nothing in it can be pressed and no script of it runs: the box around it is scrolled, the document follows, and
 * what can be pressed lies over it. `--still` says how high the window is through which it is seen.
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
    // The first document may not be there yet.
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
  // Its place is known once the box is as high as the document.
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
