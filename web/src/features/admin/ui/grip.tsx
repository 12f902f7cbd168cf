import { GripVertical } from "lucide-react";
import type { ComponentProps } from "react";
import { IconButton } from "./icon-button";

type Props = Omit<ComponentProps<typeof IconButton>, "icon">;

/** The drag handle of a row. */
export const Grip = (props: Props) => (
  <IconButton {...props} icon={GripVertical} className="shrink-0 cursor-grab touch-none active:cursor-grabbing" />
);
