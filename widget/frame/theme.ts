import type { Theme } from '../contract/frame-message.ts';
import { isPlain } from '../contract/shape.ts';
import { themeProperties } from '../styles/theme-properties.ts';

const longestValue = 512;

/** Known names only; and a look needs nothing that would have to be fetched. */
export function isThemeProperties(value: unknown): value is Theme['properties'] {
  if (!isPlain(value)) return false;
  return Object.entries(value).every(
    ([name, text]) => themeProperties.includes(name) && isThemeValue(text),
  );
}

function isThemeValue(value: unknown): boolean {
  return typeof value === 'string' && value.length <= longestValue && !/url\(|\\/i.test(value);
}

/** Makes the frame look like the page around it. */
export function applyTheme(
  { color_scheme, properties }: Theme,
  { root, flow }: { root: HTMLElement; flow: HTMLElement },
): void {
  // Where the two differed, the browser would paint the frame's own canvas behind the content.
  for (const element of [root, flow]) element.style.colorScheme = color_scheme;
  for (const name of themeProperties) {
    root.style.setProperty(name, properties[name] ?? null);
  }
}
