import { css } from 'lit';

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

  h1,
  h2,
  h3,
  h4,
  h5,
  h6 {
    margin: 0;
    font-weight: 650;
    line-height: 1.25;
    letter-spacing: -0.01em;
    text-wrap: balance;
    overflow-wrap: anywhere;
  }

  .title {
    font-size: clamp(1.375em, 1.1em + 1.6cqi, 1.75em);
  }

  .subtitle {
    font-size: 1.125em;
  }

  a {
    color: var(--_accent);
    text-underline-offset: 0.2em;
  }

  p {
    margin: 0;
    text-wrap: pretty;
  }

  .stack > * + * {
    margin-block-start: 1rem;
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

  .number {
    font-variant-numeric: tabular-nums;
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
    outline: 3px solid var(--_focus);
    outline-offset: 2px;
  }

  :focus:not(:focus-visible),
  [tabindex='-1']:focus {
    outline: none;
  }
`;
