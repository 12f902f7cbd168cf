import type { ComponentProps } from "react";

/** What scrolls by itself must be reached by the keyboard, even where nothing in it can be used. */
const reachable = { tabIndex: 0 };

export function ScrollBox(props: ComponentProps<"div">) {
  return <div {...reachable} {...props} />;
}
