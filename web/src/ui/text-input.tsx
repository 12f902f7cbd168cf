import type { ComponentProps } from "react";

const look =
  "w-full rounded-well border border-edge bg-card px-4 py-2.5 aria-invalid:border-danger placeholder:text-muted focus-visible:outline-offset-0";

export const fieldLook = `min-h-12 ${look}`;

export function TextInput(props: ComponentProps<"input">) {
  return <input className={fieldLook} {...props} />;
}

export function TextArea(props: ComponentProps<"textarea">) {
  return <textarea className={fieldLook} {...props} />;
}
