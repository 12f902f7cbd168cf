import { ArrowDown, ArrowUp, Plus, X } from "lucide-react";
import { type KeyboardEvent, useId, useRef, useState } from "react";
import { useT } from "../../../i18n/language";
import { TextInput } from "../../../ui/text-input";
import { controlOf, type KindInputProps } from "../form/kind-input";
import { IconButton } from "../ui/icon-button";
import { useMembers } from "./use-members";

/** Sortable lines of text, one row each. */
export function RowsInput(props: KindInputProps) {
  const t = useT();
  const own = useId();
  const next = useRef<HTMLInputElement>(null);
  const { members, typed, type, finish, set } = useMembers(props.value, props.onChange);
  // The focused row keeps its text as typed, even spaces or nothing, until it loses the focus.
  const [edited, setEdited] = useState<{ index: number; text: string } | null>(null);
  const edit = (index: number, text: string) => {
    const whole = text.includes(",");
    setEdited(whole ? null : { index, text });
    if (text.trim()) set(members.map((other, at) => (at === index ? text : other)));
  };
  const settle = () => {
    setEdited(null);
    if (edited && !edited.text.trim()) set(members.filter((_, at) => at !== edited.index));
  };
  // Keyed by index, because the text of a row changes while typing.
  const places = members.map((_, index) => `${own}-${index}`);
  const add = () => {
    if (typed.trim()) finish();
    next.current?.focus();
  };
  const onEnter = (event: KeyboardEvent) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    add();
  };
  const swap = (index: number, other: number) =>
    set(members.map((member, at) => (at === index ? members[other] : at === other ? members[index] : member) ?? ""));
  return (
    <div className="grid grid-cols-1 gap-2">
      {members.length > 0 && (
        <ol className="grid grid-cols-1 divide-y divide-line rounded-card border border-line bg-white">
          {members.map((member, index) => (
            <li key={places[index]} className="flex flex-wrap items-center justify-end">
              <input
                type="text"
                id={places[index]}
                aria-label={t("input.list.nth", { label: t.first([`item.services.${props.name}`]), place: index + 1 })}
                lang={props.lang}
                value={edited?.index === index ? edited.text : member}
                onChange={(event) => edit(index, event.target.value)}
                onBlur={() => settle()}
                onKeyDown={onEnter}
                className="min-h-12 min-w-32 flex-1 basis-full rounded-well bg-transparent px-4 py-2.5 sm:basis-0"
              />
              <span className="flex">
                <IconButton
                  icon={ArrowUp}
                  label={t("input.list.up", { item: member })}
                  aria-disabled={index === 0}
                  onClick={() => index > 0 && swap(index, index - 1)}
                />
                <IconButton
                  icon={ArrowDown}
                  label={t("input.list.down", { item: member })}
                  aria-disabled={index === members.length - 1}
                  onClick={() => index < members.length - 1 && swap(index, index + 1)}
                />
                <IconButton
                  icon={X}
                  label={t("input.list.remove", { item: member })}
                  onClick={() => {
                    set(members.filter((_, at) => at !== index));
                    next.current?.focus();
                  }}
                />
              </span>
            </li>
          ))}
        </ol>
      )}
      <div className="flex items-center gap-2">
        <TextInput
          {...controlOf({ ...props, value: typed })}
          ref={next}
          type="text"
          autoComplete="off"
          enterKeyHint="next"
          placeholder={members.length > 0 ? undefined : props.placeholder}
          onChange={(event) => type(event.target.value)}
          onKeyDown={onEnter}
        />
        <IconButton icon={Plus} label={t("input.list.add")} onClick={add} className="border border-line" />
      </div>
    </div>
  );
}
