import { css } from './sheet.ts';

/** What everything inside takes over. */
export const frame = css`
  container-type: inline-size;
  color: var(--_text);
  font-family: var(--_font);
  font-size: var(--_font-size);
  line-height: var(--_line-height);
`;

/**
 * The card around everything, and what it shows while there is nothing to show yet. It keeps the
 * room that the form takes, or as much of it as a screen shows, so that nothing below ever moves: in
 * two columns from 33em on, where hints wrap less than at the 30em at which those begin.
 */
export const card = css`
  .frame {
    ${frame}
  }

  .card {
    box-sizing: border-box;
    border: var(--_border-width) solid var(--_border);
    border-radius: var(--_radius);
    background: var(--_background);
    box-shadow: var(--_shadow);
  }

  .card,
  .inset {
    padding: var(--_padding);
  }

  .reserved {
    min-block-size: min(100svh, max(118rem, 1888px));
  }

  @container (min-width: 33em) {
    .reserved {
      min-block-size: min(100svh, max(84rem, 1344px));
    }
  }

  .skeleton {
    display: grid;
    gap: var(--_space);
  }

  .skeleton span {
    block-size: 3rem;
    border-radius: var(--_field-radius);
    background: var(--_raised);
  }
`;
