import { css } from './sheet.ts';

/** What every screen starts from. */
export const base = css`
  :host {
    display: block;
  }

  :host([hidden]),
  [hidden] {
    display: none;
  }

  *,
  ::before,
  ::after {
    box-sizing: border-box;
  }

  [part='heading'] {
    margin: 0;
    color: var(--_heading-text);
    font-family: var(--_heading-font);
    font-weight: var(--_heading-weight);
    line-height: var(--_heading-line-height);
    letter-spacing: -0.01em;
    text-wrap: balance;
  }

  /* In large text on a small screen, a word may be longer than its line. */
  [part='heading'],
  .amount,
  .button,
  .key,
  .box,
  .error,
  .notice,
  summary,
  dd {
    overflow-wrap: anywhere;
  }

  .title {
    font-size: var(--_title-size);
  }

  .subtitle {
    font-size: 1.125em;
  }

  a {
    color: var(--_link);
    text-underline-offset: 0.2em;
  }

  p {
    margin: 0;
    text-wrap: pretty;
    overflow-wrap: break-word;
  }

  .stack > * + * {
    margin-block-start: var(--_space);
  }

  .lead {
    color: var(--_muted);
  }

  .small {
    font-size: 0.875em;
    color: var(--_muted);
  }

  .legal-line > p + p {
    margin-block-start: 0.625rem;
  }

  .icon {
    inline-size: 1.25em;
    block-size: 1.25em;
    flex: none;
    fill: none;
    stroke: currentColor;
    stroke-width: 2;
    stroke-linecap: round;
    stroke-linejoin: round;
  }

  .onward:dir(rtl) {
    scale: -1 1;
  }

  .visually-hidden {
    position: absolute;
    inline-size: 1px;
    block-size: 1px;
    margin: -1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }

  :focus-visible {
    outline: var(--_focus-width) solid var(--_focus);
    outline-offset: var(--_focus-offset);
  }

  :focus:not(:focus-visible),
  [tabindex='-1']:focus {
    outline: none;
  }
`;
