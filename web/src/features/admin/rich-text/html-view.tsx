import { useState } from "react";
import { useT } from "../../../i18n/language";
import type { KindInputProps } from "../form/kind-input";
import { inLines } from "./tidy";

/** Edits the raw HTML. Disallowed HTML is removed on saving or when the editor shows it again. */
export function HtmlView({ id, name, value, onChange, required, ...aria }: KindInputProps) {
  const t = useT();
  const [text, setText] = useState(() => inLines(value));
  const hint = `${id}-html`;
  return (
    <>
      <textarea
        id={id}
        name={name}
        aria-labelledby={`${id}-label`}
        aria-invalid={aria["aria-invalid"]}
        aria-describedby={[aria["aria-describedby"], hint].filter(Boolean).join(" ")}
        required={required}
        spellCheck={false}
        rows={14}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          onChange(event.target.value);
        }}
        className="block min-h-50 w-full rounded-b-well px-4 py-3 font-mono text-sm outline-offset-0"
      />
      <p id={hint} className="border-t border-line px-4 py-2 text-sm text-muted">
        {t("editor.html.hint")}
      </p>
    </>
  );
}
