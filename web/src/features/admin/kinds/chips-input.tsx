import { Plus, X } from "lucide-react";
import type { KeyboardEvent } from "react";
import { useT } from "../../../i18n/language";
import { TextInput } from "../../../ui/text-input";
import { controlOf, type KindInputProps } from "../form/kind-input";
import { IconButton } from "../ui/icon-button";
import { useMembers } from "./use-members";

/** Tags: a comma or Enter turns the typed word into a chip. */
export function ChipsInput(props: KindInputProps) {
  const t = useT();
  const { members, typed, type, finish, set } = useMembers(props.value, props.onChange);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter") {
      event.preventDefault();
      if (typed.trim()) finish();
    } else if (event.key === "Backspace" && typed === "") set(members.slice(0, -1));
  };
  return (
    <div className="grid grid-cols-1 gap-2">
      {members.length > 0 && (
        <ul className="flex flex-wrap gap-2" lang={props.lang}>
          {members.map((member) => (
            <li
              key={member}
              className="inline-flex min-h-11 min-w-0 items-center rounded-full border border-line bg-ivory pl-4 font-semibold"
            >
              <span className="min-w-0 wrap-anywhere">{member}</span>
              <IconButton
                icon={X}
                label={t("input.list.remove", { item: member })}
                onClick={() => set(members.filter((other) => other !== member))}
              />
            </li>
          ))}
        </ul>
      )}
      <div className="flex items-center gap-2">
        <TextInput
          {...controlOf({ ...props, value: typed })}
          type="text"
          autoComplete="off"
          enterKeyHint="done"
          placeholder={members.length > 0 ? undefined : props.placeholder}
          onChange={(event) => type(event.target.value)}
          onKeyDown={onKeyDown}
          onBlur={() => typed.trim() && finish()}
        />
        {typed.trim() && <IconButton icon={Plus} label={t("input.list.add")} onClick={finish} />}
      </div>
    </div>
  );
}
