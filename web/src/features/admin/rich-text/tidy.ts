import { getSchema, type JSONContent } from "@tiptap/core";
import { DOMSerializer, DOMParser as ModelParser } from "@tiptap/pm/model";
import { inert } from "../../../lib/trusted";
import { extensions, prepared, withoutHusks } from "./extensions";

const schema = getSchema(extensions);

const modelOf = (html: string) => ModelParser.fromSchema(schema).parse(inert(prepared(html)).body);

/** Some HTML as the editor holds it. Given the text itself, it would read it in a way that the page's policy forbids. */
export const held = (html: string): JSONContent => modelOf(html).toJSON();

/** What of some HTML an article may hold. */
export function tidyHtml(html: string): string {
  const { content } = modelOf(html);
  const unseen = document.implementation.createHTMLDocument();
  const out = unseen.createElement("div");
  out.append(DOMSerializer.fromSchema(schema).serializeFragment(content, { document: unseen }));
  return withoutHusks(out.innerHTML);
}

/** One block a line, to be read by people. */
export const inLines = (html: string): string =>
  html.replace(/(<\/(?:p|h2|h3|ul|ol|li|blockquote|pre|figure)>|<(?:ul|ol|hr)>)(?=<)/g, "$1\n");
