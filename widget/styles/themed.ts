import type { Theme } from './box-theme.ts';
import { css } from './sheet.ts';

/**
 * Each `--soft-pull-*` property is the merchant's to set; the names with `--_` are what the styles
 * use.
 *
 * `{ radius: '1rem' }` => `--_radius:var(--soft-pull-radius,1rem);`
 */
export function themed(selector: string, theme: Theme): string {
  const properties = Object.entries(theme).map(
    ([name, value]) => `--_${name}:var(--soft-pull-${name},${value});`,
  );
  return css`
    ${selector} {
      ${properties.join('')}
    }
  `;
}
