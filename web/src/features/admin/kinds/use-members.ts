import { useState } from "react";
import { joinTags } from "../values/tags";

const split = (text: string) =>
  text
    .split(/[,\n]/)
    .map((part) => part.trim())
    .filter(Boolean);

/**
 * The members of a list that is stored as one text, and the member being typed. The unfinished member is already part
 * of the text, so that no save loses it.
 */
export function useMembers(value: string, onChange: (value: string) => void) {
  const [pending, setPending] = useState("");
  const all = split(value);
  const last = pending.trim();
  // Otherwise the text was replaced from outside.
  const typing = last !== "" && all.at(-1) === last;
  const members = typing ? all.slice(0, -1) : all;
  const typed = typing || last === "" ? pending : "";

  const set = (members: readonly string[]) =>
    onChange(joinTags([...new Set(members.flatMap(split)), ...(typing ? [last] : [])]));

  /** A comma or a line break completes a member. */
  const type = (text: string) => {
    const done = text.split(/[,\n]/);
    const rest = done.pop() ?? "";
    setPending(rest);
    onChange(joinTags([...new Set([...members, ...done.flatMap(split)]), ...split(rest)]));
  };
  const finish = () => {
    setPending("");
    onChange(joinTags([...new Set(all)]));
  };
  return { members, typed, type, finish, set };
}
