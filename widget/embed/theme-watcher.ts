import type { Theme } from '../contract/frame-message.ts';
import { themeProperties } from '../styles/theme-properties.ts';

/** How the page wants the element to look. */
export function themeOf(host: HTMLElement): Theme {
  const style = getComputedStyle(host);
  const set = themeProperties
    .map((name) => [name, style.getPropertyValue(name).trim()] as const)
    .filter(([, value]) => value !== '');
  return {
    color_scheme: style.colorScheme,
    properties: Object.fromEntries(set),
  };
}
