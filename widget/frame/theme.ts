import type { Theme } from '../contract/frame-message.ts';
import { isPlain } from '../contract/shape.ts';

const longestValue = 512;

/**
 * Names that are not known are those of another version: a script and its frame differ at times. A
 * text may be of any length: one that is too long must not take the rest of the look with it.
 */
export function isThemeProperties(value: unknown): value is Theme['properties'] {
  if (!isPlain(value)) return false;
  return Object.entries(value).every(
    ([name, text]) => /^--soft-pull-[a-z-]+$/.test(name) && typeof text === 'string',
  );
}

/** A look needs nothing that would have to be fetched. */
function isHarmless(value: string): boolean {
  return value.length <= longestValue && !/(url|src|image|image-set)\(|\\/i.test(value);
}

/** The custom properties that these styles ask for: a page may set them. */
export function themePropertiesIn(styles: string): readonly string[] {
  return [...new Set(styles.match(/--soft-pull-[a-z-]+/g))];
}

/** The custom properties that a page may set: those that the document's own styles ask for. */
export function knownProperties(document: Document): readonly string[] {
  return themePropertiesIn(document.querySelector('style')?.textContent ?? '');
}

/** Makes the frame look like the page around it. */
export function applyTheme(
  { color_scheme, properties }: Theme,
  { style }: HTMLElement,
  known: readonly string[],
): void {
  // A page that leaves it to the reader leaves it to the merchant's theme, which the document came with.
  style.colorScheme = color_scheme.replace('light dark', '');
  for (const name of known) {
    const value = properties[name] ?? '';
    style.setProperty(name, isHarmless(value) ? value : '');
  }
}
