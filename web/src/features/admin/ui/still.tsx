import { useEffect, useRef } from "react";
import { dress } from "../../../lib/dress";

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

/** Scrolls to an element of a frame, and only the frame: what is around it stays where it is. */
function reveal(element: Element | null | undefined) {
  const view = element?.ownerDocument.defaultView;
  if (!element || !view) return;
  const { top, bottom } = element.getBoundingClientRect();
  if (top < 0 || bottom > view.innerHeight) view.scrollBy(0, (top + bottom - view.innerHeight) / 2);
}

type Props = { title: string; html: string | undefined; style?: string | undefined; part: string };

/** A document to look at and to scroll, beginning at a part of it. It stays until there is another, and goes where that differs. */
export function Still({ title, html, style = "", part }: Props) {
  const frame = useRef<HTMLIFrameElement>(null);
  useEffect(() => {
    const { current } = frame;
    if (!html || !current) return;
    if (!current.srcdoc) {
      current.srcdoc = html;
      return;
    }
    const show = () => {
      const shown = current.contentDocument;
      const next = new DOMParser().parseFromString(html, "text/html");
      if (!shown?.body) return;
      const [changed] = follow(shown.body, next.body);
      reveal(shown.documentElement.lang === next.documentElement.lang ? changed : shown.querySelector(part));
      shown.documentElement.lang = next.documentElement.lang;
    };
    show();
    // The first document may not be there yet.
    current.addEventListener("load", show, { once: true });
    return () => current.removeEventListener("load", show);
  }, [html, part]);
  useEffect(() => {
    const shown = frame.current?.contentDocument;
    if (html && shown) dress(shown, style);
  }, [html, style]);
  return (
    <div className="h-144 max-h-[75svh] overflow-hidden">
      <iframe
        ref={frame}
        title={title}
        sandbox="allow-same-origin"
        onLoad={() => {
          const shown = frame.current?.contentDocument;
          if (!shown) return;
          dress(shown, style);
          reveal(shown.querySelector(part));
        }}
        className="size-[calc(100%/.7)] origin-top-left scale-70"
      />
    </div>
  );
}
