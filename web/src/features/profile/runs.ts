import type { Block } from "../../api/types";

type Group = "links" | "buttons" | "contact" | "own";

/** `place` distinguishes identical blocks. */
export type Placed = Block & { place: number };

/**
 * Adjacent blocks of one group, below the owner's heading if there is one. `edit` is the id of the heading's block, in
 * a preview.
 */
export type Run = { id: string; group: Group; heading: string | undefined; edit: string | undefined; blocks: Placed[] };

function groupOf({ kind, part }: Block): Group {
  if (kind === "action" || part === "download") return "buttons";
  if (kind === "page") return "links";
  return kind === "contact" ? "contact" : "own";
}

/** The page's blocks in order, grouped into runs. The id of a group's first run is the group's name. */
export function runsOf(blocks: readonly Block[]): Run[] {
  const runs: Run[] = [];
  let heading: Block | undefined;
  for (const [place, block] of blocks.entries()) {
    if (block.kind === "heading") {
      heading = block;
      continue;
    }
    const group = groupOf(block);
    const last = runs.at(-1);
    if (last?.group === group && !heading) {
      last.blocks.push({ ...block, place });
      continue;
    }
    const before = runs.filter((run) => run.group === group).length;
    const id = before ? `${group}-${before + 1}` : group;
    runs.push({ id, group, heading: heading?.title, edit: heading?.edit, blocks: [{ ...block, place }] });
    heading = undefined;
  }
  return runs;
}
