import { Extension, type Extensions, Node } from "@tiptap/core";
import type { Node as ModelNode } from "@tiptap/pm/model";
import { Plugin } from "@tiptap/pm/state";
import { Decoration, DecorationSet } from "@tiptap/pm/view";
import { StarterKit } from "@tiptap/starter-kit";
import { isLinkable } from "./link-href";

/** The editor's schema allows exactly what the server accepts, so that a save never removes what was written. */

const pictureOf = (element: HTMLElement) => (element.matches("img") ? element : element.querySelector("img"));

const isStored = (src: string) => /^(https?:)?\/\//i.test(src) || /^\/(?!\/)/.test(src);

const pictureAttributes = () =>
  Object.fromEntries(
    ["src", "alt", "title", "width", "height", "loading"].map((name) => [
      name,
      {
        default: { alt: "", loading: "lazy" }[name] ?? null,
        parseHTML: (element: HTMLElement) => pictureOf(element)?.getAttribute(name),
      },
    ]),
  );

/** Drops a picture that is stored nowhere (pasted as data), because it would be lost on saving. */
const storedPicture = (element: HTMLElement) => isStored(pictureOf(element)?.getAttribute("src") ?? "") && null;

const Picture = Node.create({
  name: "picture",
  group: "inline",
  inline: true,
  draggable: true,
  addAttributes: pictureAttributes,
  parseHTML: () => [{ tag: "img[src]", getAttrs: storedPicture }],
  renderHTML: ({ HTMLAttributes }) => ["img", HTMLAttributes],
});

/** A picture with an optional caption. */
const Figure = Node.create<{ caption: string }>({
  name: "figure",
  addOptions: () => ({ caption: "" }),
  group: "block",
  content: "inline*",
  draggable: true,
  isolating: true,
  addAttributes: pictureAttributes,
  parseHTML: () => [
    {
      tag: "figure",
      contentElement: (element) => element.querySelector("figcaption") ?? document.createElement("figcaption"),
      getAttrs: (element) => (element.querySelectorAll("img").length === 1 ? storedPicture(element) : false),
    },
  ],
  renderHTML: ({ HTMLAttributes }) => ["figure", ["img", HTMLAttributes], ["figcaption", 0]],
  addProseMirrorPlugins() {
    const { name, options } = this;
    const decorations = (doc: ModelNode) => {
      const hints: Decoration[] = [];
      doc.descendants((node, at) => {
        if (node.type.name !== name || node.content.size > 0) return;
        hints.push(Decoration.node(at, at + node.nodeSize, { "data-caption": options.caption }));
      });
      return DecorationSet.create(doc, hints);
    };
    return [new Plugin({ props: { decorations: ({ doc }) => decorations(doc) } })];
  },
  addKeyboardShortcuts() {
    const inside = () => this.editor.state.selection.$from.parent;
    return {
      Enter: () => {
        const { $to } = this.editor.state.selection;
        if (inside().type.name !== this.name) return false;
        return this.editor
          .chain()
          .insertContentAt($to.after(), { type: "paragraph" })
          .focus($to.after() + 1)
          .run();
      },
      Backspace: () => {
        const parent = inside();
        return (
          parent.type.name === this.name && parent.content.size === 0 && this.editor.commands.deleteNode(this.name)
        );
      },
    };
  },
});

/** Marks a passage in another language than the article's. */
const Language = Extension.create({
  name: "language",
  addGlobalAttributes: () => [
    { types: ["paragraph", "blockquote", "listItem"], attributes: { lang: { default: null } } },
  ],
});

/** `caption` is the placeholder of an empty figure caption. */
export const extensionsWith = (caption: string): Extensions => [
  StarterKit.configure({
    heading: { levels: [2, 3] },
    // This extension would add a paragraph to articles that nobody has edited.
    trailingNode: false,
    link: {
      openOnClick: false,
      HTMLAttributes: { target: null, rel: null },
      isAllowedUri: isLinkable,
    },
  }),
  Picture,
  Figure.configure({ caption }),
  Language,
];

export const extensions = extensionsWith("");

const looks = /\s(?:style|on\w+)\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]+)/gi;

/**
 * Prepares foreign HTML for parsing. Headings are mapped to the two levels that articles have. Styles and event
 * handlers are removed here: the schema would drop them, but merely parsing them already violates the page's CSP.
 */
export const prepared = (html: string): string =>
  html
    .replace(/<style[\s\S]*?<\/style>/gi, "")
    .replace(/<[a-z][^>]*>/gi, (tag) => tag.replace(looks, ""))
    .replace(/(<\/?h)1(?=[\s>])/gi, "$12")
    .replace(/(<\/?h)[4-6](?=[\s>])/gi, "$13");

const linesOfLists = /(<li[^>]*>)<p>((?:(?!<\/p>).)*)<\/p>(?=<\/li>|<[uo]l>)/gs;

/** Removes the empty paragraphs and captions that the editor needs but that are not stored. */
export const withoutHusks = (html: string): string => {
  const text = html.replaceAll("<figcaption></figcaption>", "").replace(linesOfLists, "$1$2");
  return text === "<p></p>" ? "" : text;
};
