import type { ComponentProps } from "react";

const look =
  "min-h-12 w-full rounded-well border border-edge bg-white px-4 py-2.5 aria-invalid:border-danger placeholder:text-muted focus-visible:outline-offset-0";

export function TextInput(props: ComponentProps<"input">) {
  return <input className={look} {...props} />;
}

export function TextArea(props: ComponentProps<"textarea">) {
  return <textarea className={look} {...props} />;
}
