import { ChevronDown } from "lucide-react";
import { type ReactNode, useState } from "react";
import { textLook } from "./text-button";

type Props = {
  title: string;
  /** Opens the section. It then stays open until the owner closes it. */
  open?: boolean;
  children: ReactNode;
};

/** A collapsed section for rarely used content. */
export function Lesser({ title, open = false, children }: Props) {
  const [opened, setOpened] = useState(open);
  return (
    <details
      open={opened || open}
      onToggle={({ currentTarget }) => setOpened(currentTarget.open)}
      className="group min-w-0"
    >
      <summary className={`${textLook} list-none`}>
        {title}
        <ChevronDown size={18} className="shrink-0 group-open:rotate-180" />
      </summary>
      <div className="grid grid-cols-1 gap-6 pt-3">{children}</div>
    </details>
  );
}
