import { useQuery } from "@tanstack/react-query";
import { groupsQuery } from "../../../api/collections";
import { useT } from "../../../i18n/language";
import { fieldLook } from "../../../ui/text-input";
import { controlOf, type KindInputProps } from "../form/kind-input";
import { usePrimary } from "../form/use-primary";

/** One of the groups of the services, or all of them. A group that no service has any more stays chosen. */
export function GroupInput(props: KindInputProps) {
  const t = useT();
  const { data = [] } = useQuery(groupsQuery(usePrimary()));
  const { placeholder: _, ...control } = controlOf(props);
  const groups = [...new Set([...data, props.value])].filter(Boolean);
  return (
    <select {...control} onChange={(event) => props.onChange(event.target.value)} className={fieldLook}>
      <option value="">{t("item.blocks.group.all")}</option>
      {groups.map((group) => (
        <option key={group}>{group}</option>
      ))}
    </select>
  );
}
