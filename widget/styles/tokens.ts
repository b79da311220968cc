import { css } from './sheet.ts';
import { theme } from './theme.ts';
import { themed } from './themed.ts';

/** The whole theme, for what is in the box; without motion for people who want less. */
export const tokens = css`
  ${themed(theme)}

  @media (prefers-reduced-motion: reduce) {
    :host {
      --_duration: 0s;
    }
  }
`;

/** The custom properties that a page may set: those that the tokens ask for. */
export const themeProperties: readonly string[] = tokens.match(/--soft-pull-[\w-]+/g) ?? [];
