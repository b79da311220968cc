import type { Theme } from './box-theme.ts';
import { css } from './sheet.ts';

/**
 * Each `--soft-pull-*` property is the merchant's to set; the names with `--_` are what the styles
 * use. `color-scheme` follows the reader's system; a page pins it from outside.
 *
 * `{ radius: '1rem' }` => `--_radius:var(--soft-pull-radius,1rem);`
 */
export function themed(theme: Theme): string {
  const properties = Object.entries(theme).map(
    ([name, value]) => `--_${name}:var(--soft-pull-${name},${value});`,
  );
  return css`
    :host {
      color-scheme: light dark;
      ${properties.join('')}
    }
  `;
}
