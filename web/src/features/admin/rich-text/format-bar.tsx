import { type ChainedCommands, type Editor, useEditorState } from "@tiptap/react";
import {
  Bold,
  Code,
  CodeXml,
  Heading2,
  Heading3,
  ImagePlus,
  Italic,
  Link2,
  List,
  ListOrdered,
  Quote,
  Redo2,
  Strikethrough,
  Undo2,
} from "lucide-react";
import { useT } from "../../../i18n/language";
import type { TranslationKey } from "../../../i18n/words";
import type { IconType } from "../../../ui/icon-well";
import { IconButton } from "../ui/icon-button";
import { Toolbar } from "../ui/toolbar";

type Format = {
  word: TranslationKey;
  icon: IconType;
  run: (chain: ChainedCommands) => ChainedCommands;
  on: (editor: Editor) => boolean;
};

const formats: readonly Format[] = [
  {
    word: "editor.heading2",
    icon: Heading2,
    run: (chain) => chain.toggleHeading({ level: 2 }),
    on: (editor) => editor.isActive("heading", { level: 2 }),
  },
  {
    word: "editor.heading3",
    icon: Heading3,
    run: (chain) => chain.toggleHeading({ level: 3 }),
    on: (editor) => editor.isActive("heading", { level: 3 }),
  },
  { word: "editor.bold", icon: Bold, run: (chain) => chain.toggleBold(), on: (editor) => editor.isActive("bold") },
  {
    word: "editor.italic",
    icon: Italic,
    run: (chain) => chain.toggleItalic(),
    on: (editor) => editor.isActive("italic"),
  },
  {
    word: "editor.strike",
    icon: Strikethrough,
    run: (chain) => chain.toggleStrike(),
    on: (editor) => editor.isActive("strike"),
  },
  {
    word: "editor.bullets",
    icon: List,
    run: (chain) => chain.toggleBulletList(),
    on: (editor) => editor.isActive("bulletList"),
  },
  {
    word: "editor.numbers",
    icon: ListOrdered,
    run: (chain) => chain.toggleOrderedList(),
    on: (editor) => editor.isActive("orderedList"),
  },
  {
    word: "editor.quote",
    icon: Quote,
    run: (chain) => chain.toggleBlockquote(),
    on: (editor) => editor.isActive("blockquote"),
  },
  { word: "editor.code", icon: Code, run: (chain) => chain.toggleCode(), on: (editor) => editor.isActive("code") },
];

type Props = {
  editor: Editor;
  label: string;
  /** The HTML view is open, so formatting is disabled. */
  source: boolean;
  onLink: () => void;
  onPicture: () => void;
  onSource: () => void;
};

export function FormatBar({ editor, label, source, onLink, onPicture, onSource }: Props) {
  const t = useT();
  const state = useEditorState({
    editor,
    selector: ({ editor }) => ({
      on: formats.map(({ on }) => on(editor)),
      link: editor.isActive("link"),
      picture: editor.isActive("figure") || editor.isActive("picture"),
      undo: editor.can().undo(),
      redo: editor.can().redo(),
    }),
  });
  const unless = (off: boolean, act: () => void) => ({
    "aria-disabled": off || undefined,
    onClick: () => off || act(),
  });
  return (
    <Toolbar
      label={label}
      className="format-bar sticky top-16 z-5 rounded-t-well border-b border-line bg-white p-1 max-lg:flex-nowrap max-lg:overflow-x-auto lg:top-0"
    >
      {formats.map(({ word, icon, run }, index) => (
        <IconButton
          key={word}
          icon={icon}
          label={t(word)}
          aria-pressed={Boolean(state.on[index]) && !source}
          {...unless(source, () => run(editor.chain().focus()).run())}
        />
      ))}
      <IconButton
        icon={Link2}
        label={t("editor.link")}
        aria-pressed={state.link && !source}
        {...unless(source, onLink)}
      />
      <IconButton
        icon={ImagePlus}
        label={t("editor.picture")}
        aria-pressed={state.picture && !source}
        {...unless(source, onPicture)}
      />
      <IconButton
        icon={Undo2}
        label={t("editor.undo")}
        {...unless(source || !state.undo, () => editor.chain().focus().undo().run())}
      />
      <IconButton
        icon={Redo2}
        label={t("editor.redo")}
        {...unless(source || !state.redo, () => editor.chain().focus().redo().run())}
      />
      <IconButton icon={CodeXml} label={t("editor.html")} aria-pressed={source} onClick={onSource} />
    </Toolbar>
  );
}
