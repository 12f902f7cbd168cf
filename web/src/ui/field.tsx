import { type ReactNode, useId } from "react";

type Control = { id: string; "aria-describedby": string | undefined; "aria-invalid": boolean };

type Props = {
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
  /** Several controls share the label. */
  grouped?: boolean | undefined;
  /** The control is beside its label; `bare`: the label is only for screen readers. */
  beside?: boolean | undefined;
  bare?: boolean | undefined;
  children: (control: Control) => ReactNode;
};

/** Connects a label, a hint and an error to the control that the child renders. */
export function Field({ label, hint, error, grouped = false, beside = false, bare = false, children }: Props) {
  const id = useId();
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(" ") || undefined;
  const content = (
    <>
      {children({ id, "aria-describedby": described, "aria-invalid": Boolean(error) })}
      {error && (
        <p id={`${id}-error`} className="text-sm font-semibold text-danger">
          {error}
        </p>
      )}
      {hint && (
        <p id={`${id}-hint`} className="text-sm wrap-anywhere text-muted">
          {hint}
        </p>
      )}
    </>
  );
  if (grouped) {
    return (
      <fieldset className="grid min-w-0 grid-cols-1 gap-2">
        <legend className="mb-2 font-semibold">{label}</legend>
        {content}
      </fieldset>
    );
  }
  return (
    <div className={beside ? "flex min-h-11 items-center justify-between gap-4" : "grid grid-cols-1 gap-2"}>
      <label id={`${id}-label`} htmlFor={id} className={bare ? "sr-only" : "font-semibold"}>
        {label}
      </label>
      {content}
    </div>
  );
}
