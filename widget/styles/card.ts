import { css } from './sheet.ts';

/**
 * The card around everything, and what it shows while there is nothing to show yet. It keeps the
 * room that the form takes, or as much of it as a screen shows, so that nothing below ever moves.
 */
export const card = css`
  .frame {
    container-type: inline-size;
    color: var(--_text);
    font-family: var(--_font);
    font-size: var(--_font-size);
    line-height: var(--_line-height);
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
    min-block-size: min(100svh, 118rem);
  }

  /* Two columns of the form, whose hints wrap less than at the 30rem where they begin. */
  @container (min-width: 33rem) {
    .reserved {
      min-block-size: min(100svh, 84rem);
    }
  }

  .skeleton {
    display: grid;
    gap: var(--_space);
    align-content: start;
  }

  .skeleton span {
    block-size: 3rem;
    border-radius: var(--_field-radius);
    background: var(--_raised);
    animation: breathe 1.6s ease-in-out infinite alternate;
  }

  .skeleton span:first-child {
    block-size: 2rem;
    inline-size: 70%;
  }

  @keyframes breathe {
    to {
      opacity: 0.5;
    }
  }

  @media (prefers-reduced-motion: reduce) {
    .skeleton span {
      animation: none;
    }
  }
`;
