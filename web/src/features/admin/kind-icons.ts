import { Heading, Link2, MessageCircleQuestion, SquarePlay, Tags, Text } from "lucide-react";
import type { IconType } from "../../ui/icon-well";
import type { AddedKind } from "./collections";

const icons: Record<AddedKind, IconType> = {
  link: Link2,
  heading: Heading,
  video: SquarePlay,
  prices: Tags,
  questions: MessageCircleQuestion,
  text: Text,
};

/** The icon of a kind of block that an owner can add. */
export const kindIcons: Readonly<Record<string, IconType>> = icons;
