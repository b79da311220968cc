import { css } from './sheet.ts';

/**
 * Each `--soft-pull-*` property is the merchant's to set; the names with `--_` are what the styles
 * use. `color-scheme` follows the reader's system; a page pins it from outside.
 *
 * `radius: 1rem;` => `--_radius: var(--soft-pull-radius, 1rem);`
 */
export function themed(theme: string): string {
  const properties = theme.replace(/([\w-]+): ?([^;]+);/g, '--_$1:var(--soft-pull-$1,$2);');
  return css`
    :host {
      color-scheme: light dark;
      ${properties}
    }
  `;
}
