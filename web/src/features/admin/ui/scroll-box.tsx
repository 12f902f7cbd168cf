import type { ComponentProps } from "react";

/** A scrollable box must be focusable by keyboard, even if it contains nothing interactive. */
const reachable = { tabIndex: 0 };

export function ScrollBox(props: ComponentProps<"div">) {
  return <div {...reachable} {...props} />;
}
