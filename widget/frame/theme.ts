import type { Theme } from '../contract/frame-message.ts';
import { isPlain, isText } from '../contract/shape.ts';
import { themeProperties } from '../styles/tokens.ts';

const longestValue = 512;

/** Names that are not known are those of another version: a script and its frame differ at times. */
export function isThemeProperties(value: unknown): value is Theme['properties'] {
  if (!isPlain(value)) return false;
  return Object.entries(value).every(
    ([name, text]) => /^--soft-pull-[a-z-]+$/.test(name) && isText(text),
  );
}

/** A look needs nothing that would have to be fetched. */
function isHarmless(value: string): boolean {
  return value.length <= longestValue && !/(url|src|image|image-set)\(|\\/i.test(value);
}

/** Makes the frame look like the page around it. */
export function applyTheme(
  { color_scheme, properties }: Theme,
  { root, flow }: { root: HTMLElement; flow: HTMLElement },
): void {
  // Where the two differed, the browser would paint the frame's own canvas behind the content.
  for (const element of [root, flow]) element.style.colorScheme = color_scheme;
  for (const name of themeProperties) {
    const value = properties[name] ?? '';
    root.style.setProperty(name, isHarmless(value) ? value : '');
  }
}
