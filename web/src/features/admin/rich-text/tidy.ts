import { getSchema, type JSONContent } from "@tiptap/core";
import { DOMSerializer, DOMParser as ModelParser } from "@tiptap/pm/model";
import { inert } from "../../../lib/trusted";
import { extensions, prepared, withoutHusks } from "./extensions";

const schema = getSchema(extensions);

const modelOf = (html: string) => ModelParser.fromSchema(schema).parse(inert(prepared(html)).body);

/** Converts HTML to the editor's JSON. The editor's own HTML parser would violate the page's CSP. */
export const held = (html: string): JSONContent => modelOf(html).toJSON();

/** The part of the HTML that an article may contain. */
export function tidyHtml(html: string): string {
  const { content } = modelOf(html);
  const unseen = document.implementation.createHTMLDocument();
  const out = unseen.createElement("div");
  out.append(DOMSerializer.fromSchema(schema).serializeFragment(content, { document: unseen }));
  return withoutHusks(out.innerHTML);
}

/** One block per line, for the HTML view. */
export const inLines = (html: string): string =>
  html.replace(/(<\/(?:p|h2|h3|ul|ol|li|blockquote|pre|figure)>|<(?:ul|ol|hr)>)(?=<)/g, "$1\n");
