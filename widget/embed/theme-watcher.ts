import type { Theme } from '../contract/frame-message.ts';

/** How the page wants the element to look, as far as these properties say it. */
export function themeOf(host: HTMLElement, names: readonly string[]): Theme {
  const style = getComputedStyle(host);
  const set = names
    .map((name) => [name, style.getPropertyValue(name).trim()] as const)
    .filter(([, value]) => value !== '');
  return {
    color_scheme: style.colorScheme,
    properties: Object.fromEntries(set),
  };
}
