/** Marks text as a style sheet, for who has no use for Lit's own kind. */
export const css = String.raw;
