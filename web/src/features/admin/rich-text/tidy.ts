import { getSchema } from "@tiptap/core";
import { DOMSerializer, DOMParser as ModelParser } from "@tiptap/pm/model";
import { extensions, prepared, withoutHusks } from "./extensions";

const schema = getSchema(extensions);

/** What of some HTML an article may hold. Nothing in it runs or loads: it is read in a document nobody sees. */
export function tidyHtml(html: string): string {
  const { body } = new DOMParser().parseFromString(prepared(html), "text/html");
  const { content } = ModelParser.fromSchema(schema).parse(body);
  const inert = document.implementation.createHTMLDocument();
  const out = inert.createElement("div");
  out.append(DOMSerializer.fromSchema(schema).serializeFragment(content, { document: inert }));
  return withoutHusks(out.innerHTML);
}

/** One block a line, to be read by people. */
export const inLines = (html: string): string =>
  html.replace(/(<\/(?:p|h2|h3|ul|ol|li|blockquote|pre|figure)>|<(?:ul|ol|hr)>)(?=<)/g, "$1\n");
