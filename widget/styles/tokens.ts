import { css } from './sheet.ts';
import { theme } from './theme.ts';
import { themed } from './themed.ts';

/** The whole theme, for what is in the box; without motion for people who want less. */
export function tokens(selector: string): string {
  return css`
    ${themed(selector, theme)}

    @media (prefers-reduced-motion: reduce) {
      ${selector} {
        --_duration: 0s;
      }
    }
  `;
}
