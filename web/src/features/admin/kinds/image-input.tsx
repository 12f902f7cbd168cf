import { lineInput } from "./line-input";

/** The address of a picture. */
export const ImageInput = lineInput({ type: "text", inputMode: "url", spellCheck: false });
