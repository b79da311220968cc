/** Marks text as a style sheet, for code that has no use for Lit's own kind. */
export const css = String.raw;

/** A style sheet that any number of shadow roots can adopt. */
export function sheetOf(text: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  return sheet;
}
