/** A style sheet that any number of shadow roots can wear. */
export function sheetOf(text: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  return sheet;
}

/** The literal as a style sheet; nothing is ever put into one. */
export function css({ raw }: TemplateStringsArray): CSSStyleSheet {
  return sheetOf(raw.join(''));
}
