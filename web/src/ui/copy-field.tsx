import { Check, Copy } from "lucide-react";
import { useId, useRef, useState } from "react";
import { copyText } from "../lib/copy-text";
import { Button } from "./button";

type Props = { label: string; copyLabel: string; value: string; onCopied: (done: boolean) => void };

export function CopyField({ label, copyLabel, value, onCopied }: Props) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [copied, setCopied] = useState(false);

  const copy = async () => {
    const done = await copyText(value, input.current);
    setCopied(done);
    onCopied(done);
  };

  return (
    <>
      <label htmlFor={id} className="mb-1.5 block text-sm font-semibold">
        {label}
      </label>
      <div className="flex gap-2">
        <input
          ref={input}
          id={id}
          readOnly
          value={value}
          onFocus={(event) => event.target.select()}
          className="min-h-12 w-full min-w-0 flex-1 rounded-well border border-edge bg-ivory px-3.5"
        />
        <Button tone="gold" onClick={copy}>
          {copied ? <Check size={18} /> : <Copy size={18} />}
          {copyLabel}
        </Button>
      </div>
    </>
  );
}
