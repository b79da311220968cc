/** Marks text as a style sheet, for code that has no use for Lit's own kind. */
export const css = String.raw;
