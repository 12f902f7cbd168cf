import { useT } from "../../../i18n/language";
import { editPath } from "../../../paths";
import { managerKeys, managers } from "../collections";
import { EntryCard, EntryList } from "./entry-card";

/** Links to the list managers. */
export function ManagerEntries() {
  const t = useT();
  return (
    <EntryList>
      {managerKeys.map((name) => (
        <li key={name}>
          <EntryCard
            to={editPath(name)}
            icon={managers[name].icon}
            title={t(`manager.${name}.title`)}
            note={t(`manager.${name}.summary`)}
          />
        </li>
      ))}
    </EntryList>
  );
}
