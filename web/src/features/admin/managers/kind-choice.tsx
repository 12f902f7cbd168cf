import { Link2 } from "lucide-react";
import { Link } from "react-router";
import { useT } from "../../../i18n/language";
import { newItemPath } from "../../../paths";
import { IconWell } from "../../../ui/icon-well";
import type { ManagerKey } from "../collections";
import { Frame } from "../frame/frame";
import { kindIcons } from "../kind-icons";

/** Chooses the kind of a new item. */
export function KindChoice({ name, kinds }: { name: ManagerKey; kinds: readonly string[] }) {
  const t = useT();
  return (
    <Frame title={t(`manager.${name}.add`)} back>
      <ul className="divide-y divide-line overflow-hidden rounded-card border border-line bg-white shadow-card">
        {kinds.map((kind) => (
          <li key={kind}>
            <Link to={newItemPath(name, kind)} className="press flex min-h-18 items-center gap-3 p-3.5 hover:bg-ivory">
              <IconWell icon={kindIcons[kind] ?? Link2} />
              <span className="min-w-0 flex-1">
                <span className="block font-semibold">{t.first([`block.kind.${kind}`])}</span>
                <span className="block text-sm text-muted">{t.first([`block.kind.${kind}.hint`])}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Frame>
  );
}
